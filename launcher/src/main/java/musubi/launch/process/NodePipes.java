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
 * The named pipes between mpiexec and one JVM of a PVAS node: two for the output of each rank, and
 * one for news of the ranks. What a rank has written stays in its pipe when the JVM dies, as with a
 * process of its own.
 *
 * <p>Thread rule: any thread.
 */
final class NodePipes {
    private static final File NOTHING = new File("/dev/null");

    private final JobDirectory directory;
    private final RankRange ranks;

    /** Holds each pipe open until the JVM has opened it: else it would seem to have ended. */
    private final List<RandomAccessFile> holders = new ArrayList<>();

    /** Makes the pipes for these ranks in the job's directory. */
    NodePipes(JobDirectory directory, RankRange ranks) {
        this.directory = directory;
        this.ranks = ranks;
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600"));
        command.add(control().toString());
        ranks.numbers()
                .forEach(
                        rank -> {
                            command.add(out(rank).toString());
                            command.add(err(rank).toString());
                        });
        make(command);
    }

    private static void make(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(NOTHING);
        builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT);
        try {
            int code = builder.start().waitFor();
            if (code != 0) {
                throw LaunchFailure.of(
                        "cannot make named pipes: exit code of mkfifo=" + code, null);
            }
        } catch (IOException e) {
            throw LaunchFailure.of("cannot make named pipes: cause=" + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LaunchFailure.of("interrupted while making named pipes", e);
        }
    }

    /** The pipe for news of the ranks. */
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

    /** The reading end of a pipe; it does not end before {@link #release}. */
    InputStream open(Path pipe) {
        try {
            RandomAccessFile holder = new RandomAccessFile(pipe.toFile(), "rw");
            synchronized (holders) {
                holders.add(holder);
            }
            return new FileInputStream(pipe.toFile());
        } catch (IOException e) {
            throw LaunchFailure.of(
                    "cannot open a named pipe: pipe=" + pipe + " cause=" + e.getMessage(), e);
        }
    }

    /** From now on a pipe ends when the JVM has closed it. */
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
            throw LaunchFailure.of("cannot close a named pipe: cause=" + e, e);
        }
    }
}
