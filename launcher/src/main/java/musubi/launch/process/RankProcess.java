package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.RankRange;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * A process of one or several ranks, the leader of a process group.
 *
 * <p>Thread rule: any thread.
 */
public record RankProcess(RankRange ranks, Process process) {
    private static final File NOTHING = new File("/dev/null");

    /** The standard input of a process. */
    enum Input {
        EMPTY,
        /** That of mpiexec. */
        INHERITED,
        /** What is written to {@link #standardInput}. */
        PIPE
    }

    /** Becomes a group leader; sh and Java offer no setpgrp. */
    private static final PerlCommand NEW_GROUP = new PerlCommand("setpgrp(0, 0);\n");

    /**
     * Starts a process.
     *
     * @param words the command
     * @param environment all variables of the process
     * @param directory the working directory; null for that of this process
     * @param input its standard input
     */
    static RankProcess start(
            RankRange ranks,
            List<String> words,
            Map<String, String> environment,
            Path directory,
            Input input) {
        ProcessBuilder builder = new ProcessBuilder(inNewGroup(words));
        boolean fromTerminal = input == Input.INHERITED && isTerminal();
        if (!fromTerminal && input != Input.PIPE) {
            builder.redirectInput(
                    input == Input.INHERITED ? Redirect.INHERIT : Redirect.from(NOTHING));
        }
        Map<String, String> variables = builder.environment();
        variables.clear();
        variables.putAll(environment);
        PerlCommand.suppressWarnings(variables);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        try {
            Process process = builder.start();
            if (fromTerminal) {
                forwardTerminal(process.getOutputStream());
            }
            return new RankProcess(ranks, process);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot start " + ranks.describe(), e)
                    .with("command", words)
                    .with("cause", e.getMessage());
        }
    }

    /** Whether standard input is a terminal. */
    private static boolean isTerminal() {
        try {
            Path input = Path.of("/proc/self/fd/0").toRealPath();
            return input.startsWith("/dev/pts") || input.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    /** Forwards a terminal, which only the foreground process group may read, to rank 0. */
    private static void forwardTerminal(OutputStream input) {
        Runnable copy =
                () -> {
                    try (input) {
                        for (int b = System.in.read(); b >= 0; b = System.in.read()) {
                            input.write(b);
                            if (System.in.available() == 0) {
                                input.flush();
                            }
                        }
                    } catch (IOException e) {
                        // The rank no longer reads: further input is dropped.
                        return;
                    }
                };
        Thread.ofPlatform().daemon().name("terminal-input").start(copy);
    }

    /**
     * The command as the leader of a new process group in mpiexec's session. With a session of its
     * own each rank would have its own scheduling group (Linux autogroup), within which alone a
     * yield gives way: with more ranks than cores every yield would cost a time slice. Measured:
     * docs/design.md.
     */
    static List<String> inNewGroup(List<String> words) {
        return PerlCommand.isPossible()
                ? NEW_GROUP.before(words)
                : inNewSession(words.toArray(new String[0]));
    }

    /** The command as the leader of a new session, if setsid is installed. */
    public static List<String> inNewSession(String... words) {
        List<String> command = new ArrayList<>(words.length + 1);
        if (LocalHost.executable("setsid") != null) {
            command.add("setsid");
        }
        command.addAll(List.of(words));
        return command;
    }

    /** Runs an action with the exit code at the end of the process, on a thread of its own. */
    void whenEnded(IntConsumer action) {
        Thread waiting =
                new Thread(
                        null,
                        () -> {
                            try {
                                action.accept(process.waitFor());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "rank-" + ranks + "-end",
                        128 * 1024L);
        waiting.setDaemon(true);
        waiting.start();
    }

    /** The process id, also the id of its process group. */
    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The pipe to its standard input, if it is one. */
    public OutputStream standardInput() {
        return process.getOutputStream();
    }

    InputStream standardOutput() {
        return process.getInputStream();
    }

    InputStream standardError() {
        return process.getErrorStream();
    }

    /** The process ids of JVMs among this process and its descendants, for thread dumps. */
    List<Long> jvms() {
        try (Stream<ProcessHandle> children = process.descendants()) {
            return Stream.concat(Stream.of(process.toHandle()), children)
                    .filter(one -> one.info().command().orElse("").endsWith("/java"))
                    .map(ProcessHandle::pid)
                    .toList();
        }
    }
}
