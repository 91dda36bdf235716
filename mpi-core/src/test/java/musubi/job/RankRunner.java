package musubi.job;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.util.Map;

/** Runs the ranks of a test job, in threads or processes. */
public interface RankRunner {
    /**
     * The work of the ranks.
     *
     * @param size how many ranks
     * @param settings by name, without the prefix
     * @param program the program of each rank
     * @param initialise whether Init is called before it
     * @param finish whether Finalize is called after it
     * @param timeoutS time limit of the job, in seconds
     */
    record Work(
            int size,
            Map<String, String> settings,
            SerializedLambda program,
            boolean initialise,
            boolean finish,
            long timeoutS)
            implements Serializable {}

    /** Runs the work on all ranks; fails with an {@link AssertionError} that names the rank. */
    void run(Work work);
}
