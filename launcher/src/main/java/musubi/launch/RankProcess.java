package musubi.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * The process of one rank, which leads a session and a process group of its own.
 *
 * <p>Thread rule: any thread.
 */
final class RankProcess {
    private static final File NOTHING = new File("/dev/null");

    private final int rank;
    private final Process process;

    private RankProcess(int rank, Process process) {
        this.rank = rank;
        this.process = process;
    }

    /**
     * Starts a rank. Rank 0 reads mpiexec's own standard input, the others an empty one.
     *
     * @param words the command
     * @param environment all variables of the rank
     * @param directory where it runs, or null for where mpiexec runs
     */
    static RankProcess start(
            int rank, List<String> words, Map<String, String> environment, Path directory) {
        ProcessBuilder builder = new ProcessBuilder(inNewSession(words.toArray(new String[0])));
        builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.from(NOTHING));
        Map<String, String> variables = builder.environment();
        variables.clear();
        variables.putAll(environment);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        try {
            return new RankProcess(rank, builder.start());
        } catch (IOException e) {
            throw LaunchFailure.of(
                    "cannot start rank " + rank + ": command=" + words + " cause=" + e.getMessage(),
                    e);
        }
    }

    /** The command, started so that it leads a new session, where the machine can do that. */
    static List<String> inNewSession(String... words) {
        List<String> command = new ArrayList<>(words.length + 1);
        if (find("setsid") != null) {
            command.add("setsid");
        }
        command.addAll(List.of(words));
        return command;
    }

    /** The executable file of this name on the PATH, or null. */
    static Path find(String name) {
        String path = System.getenv("PATH");
        if (path == null) {
            return null;
        }
        for (String directory : path.split(":")) {
            Path file = Path.of(directory.isEmpty() ? "." : directory, name);
            if (Files.isExecutable(file) && Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
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
                        "rank-" + rank + "-end",
                        128 * 1024L);
        waiting.setDaemon(true);
        waiting.start();
    }

    int rank() {
        return rank;
    }

    /** The process id, which is also the id of its group. */
    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
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
