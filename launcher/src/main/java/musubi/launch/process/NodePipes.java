package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobDirectory;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The named pipes between mpiexec and a JVM of a PVAS node: two for the output of each rank, and a
 * control pipe for exit codes. Output in a pipe survives the end of the JVM, as with a process.
 *
 * <p>Thread rule: any thread.
 */
final class NodePipes {
    private static final File NOTHING = new File("/dev/null");

    private final JobDirectory directory;
    private final RankRange ranks;

    /**
     * Keep the pipes open until the JVM has opened them; otherwise a reader would see their end.
     */
    private final List<RandomAccessFile> holders = new ArrayList<>();

    /** Creates the pipes of these ranks in the job's directory. */
    NodePipes(JobDirectory directory, RankRange ranks) {
        this.directory = directory;
        this.ranks = ranks;
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600"));
        command.add(name(control()));
        ranks.numbers()
                .forEach(
                        rank -> {
                            command.add(name(out(rank)));
                            command.add(name(err(rank)));
                        });
        make(command);
    }

    /** Without the directory, whose name other users would see in the list of processes. */
    private static String name(Path pipe) {
        return pipe.getFileName().toString();
    }

    private void make(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(NOTHING);
        builder.directory(directory.path().toFile());
        builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT);
        try {
            int code = builder.start().waitFor();
            if (code != 0) {
                throw LaunchFailure.of("cannot create named pipes")
                        .with("exit code of mkfifo", code);
            }
        } catch (IOException e) {
            throw LaunchFailure.of("cannot create named pipes", e).with("cause", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LaunchFailure.of("interrupted during the creation of named pipes", e);
        }
    }

    /** The control pipe. */
    Path control() {
        return directory.resolve("control" + ranks.first());
    }

    /** The pipe for the standard output of a rank. */
    Path out(int rank) {
        return directory.resolve("out" + rank);
    }

    /** The pipe for the standard error of a rank. */
    Path err(int rank) {
        return directory.resolve("err" + rank);
    }

    /** The reading end of a pipe, without end of file before {@link #release}. */
    InputStream open(Path pipe) {
        try {
            RandomAccessFile holder = new RandomAccessFile(pipe.toFile(), "rw");
            synchronized (holders) {
                holders.add(holder);
            }
            return new FileInputStream(pipe.toFile());
        } catch (IOException e) {
            throw LaunchFailure.of("cannot open a named pipe", e)
                    .with("pipe", pipe)
                    .with("ranks of the JVM", ranks.count())
                    .with("cause", e.getMessage())
                    .advice(
                            "if too many files are open, raise the limit (ulimit -n) to 6 for each"
                                    + " rank and 200, or start fewer ranks");
        }
    }

    /** Closes the own ends: from now on a pipe ends once the JVM has closed it. */
    void release() {
        synchronized (holders) {
            for (RandomAccessFile holder : holders) {
                close(holder);
            }
            holders.clear();
        }
    }

    private static void close(RandomAccessFile holder) {
        try {
            holder.close();
        } catch (IOException e) {
            throw LaunchFailure.of("cannot close a named pipe", e).with("cause", e);
        }
    }
}
