package musubi.job;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Runs test jobs with a JVM for each rank. The JVMs are reused for jobs of the same size, until one
 * fails.
 */
public final class ProcessRanks implements RankRunner, AutoCloseable {
    private final String transport;
    private ResidentJob job;
    private int size;

    /** Ranks with a transport. */
    public ProcessRanks(String transport) {
        this.transport = transport;
    }

    @Override
    public void run(Work work) {
        assumeTrue(
                work.finish() || !work.initialise(),
                "the program aborts its job, which would end the test's processes;"
                        + " the launcher's ExitCodeIT looks at that");
        if (!work.initialise()) {
            // The program tests the state before the first Init.
            close();
        }
        try {
            String failures = jobOf(work.size()).run(Task.encode(work), work.timeoutS());
            if (!failures.isEmpty()) {
                String output = job.output();
                close();
                throw new AssertionError(failures + "\nprinted meanwhile:\n" + output);
            }
        } catch (IOException e) {
            close();
            throw new UncheckedIOException(e);
        }
    }

    private ResidentJob jobOf(int ranks) throws IOException {
        if (job != null && size != ranks) {
            close();
        }
        if (job == null) {
            job = ResidentJob.start(ranks, transport);
            size = ranks;
        }
        return job;
    }

    @Override
    public void close() {
        if (job != null) {
            job.close();
            job = null;
        }
    }
}
