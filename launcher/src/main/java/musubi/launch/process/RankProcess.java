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
 * A process that runs one rank or several, and leads a process group of its own.
 *
 * <p>Thread rule: any thread.
 */
public final class RankProcess {
    private static final File NOTHING = new File("/dev/null");

    /** Becomes a group leader, then the program itself: neither sh nor Java can say that. */
    private static final String NEW_GROUP =
            "setpgrp(0, 0); exec {$ARGV[0]} @ARGV; print STDERR \"$ARGV[0]: $!\\n\"; exit 127";

    private final RankRange ranks;
    private final Process process;

    private RankProcess(RankRange ranks, Process process) {
        this.ranks = ranks;
        this.process = process;
    }

    /**
     * Starts a process. That of rank 0 reads mpiexec's own standard input or a pipe, the others an
     * empty one.
     *
     * @param words the command
     * @param environment all variables of the process
     * @param directory where it runs, or null for where mpiexec runs
     * @param ownInput whether rank 0 reads what this process reads; else {@link #standardInput}
     */
    static RankProcess start(
            RankRange ranks,
            List<String> words,
            Map<String, String> environment,
            Path directory,
            boolean ownInput) {
        ProcessBuilder builder = new ProcessBuilder(inNewGroup(words));
        boolean reads = ranks.first() == 0;
        boolean fromTerminal = reads && ownInput && isTerminal();
        if (!fromTerminal && (ownInput || !reads)) {
            builder.redirectInput(reads ? Redirect.INHERIT : Redirect.from(NOTHING));
        }
        Map<String, String> variables = builder.environment();
        variables.clear();
        variables.putAll(environment);
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
            throw LaunchFailure.of(
                    "cannot start "
                            + ranks.describe()
                            + ": command="
                            + words
                            + " cause="
                            + e.getMessage(),
                    e);
        }
    }

    /** Whether a person types what rank 0 reads. */
    private static boolean isTerminal() {
        try {
            Path input = Path.of("/proc/self/fd/0").toRealPath();
            return input.startsWith("/dev/pts") || input.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    /** Only the foreground group may read a terminal, so mpiexec reads for rank 0. */
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
                        // The rank reads no more: what is typed from now on is for nobody.
                        return;
                    }
                };
        Thread.ofPlatform().daemon().name("terminal-input").start(copy);
    }

    /**
     * The command, started so that it leads a new process group but stays in mpiexec's session. A
     * session of its own would put each rank into a scheduling group of its own (Linux autogroup),
     * and a rank that yields gives way only within its group: with more ranks than cores every
     * yield would then cost a time slice. Measured: docs/design.md.
     */
    static List<String> inNewGroup(List<String> words) {
        if (LocalHost.executable("perl") == null) {
            return inNewSession(words.toArray(new String[0]));
        }
        List<String> command = new ArrayList<>(words.size() + 4);
        command.addAll(List.of("perl", "-e", NEW_GROUP, "--"));
        command.addAll(words);
        return command;
    }

    /** The command, started so that it leads a new session, where the machine can do that. */
    public static List<String> inNewSession(String... words) {
        List<String> command = new ArrayList<>(words.length + 1);
        if (LocalHost.executable("setsid") != null) {
            command.add("setsid");
        }
        command.addAll(List.of(words));
        return command;
    }

    /** Calls this action with the exit code, on a thread of its own, when the process has ended. */
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

    /** The ranks that it runs. */
    RankRange ranks() {
        return ranks;
    }

    /** The process id, which is also the id of its group. */
    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Where to write what rank 0 reads, if that is a pipe. */
    public OutputStream standardInput() {
        return process.getOutputStream();
    }

    InputStream standardOutput() {
        return process.getInputStream();
    }

    InputStream standardError() {
        return process.getErrorStream();
    }

    /** The JVMs among this process and those that it started, for thread dumps. */
    List<Long> jvms() {
        try (Stream<ProcessHandle> children = process.descendants()) {
            return Stream.concat(Stream.of(process.toHandle()), children)
                    .filter(one -> one.info().command().orElse("").endsWith("/java"))
                    .map(ProcessHandle::pid)
                    .toList();
        }
    }
}
