package musubi.job;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.util.Map;

/** Runs the ranks of a test job somewhere. */
public interface RankRunner {
    /**
     * What the ranks do.
     *
     * @param size how many ranks
     * @param settings by name, without the prefix
     * @param program what each of them runs
     * @param initialise whether Init is called before it
     * @param finish whether Finalize is called after it
     * @param timeoutS how long the job may take, in seconds
     */
    record Work(
            int size,
            Map<String, String> settings,
            SerializedLambda program,
            boolean initialise,
            boolean finish,
            long timeoutS)
            implements Serializable {}

    /** Runs the work on all ranks; fails with an {@link AssertionError} that says which rank. */
    void run(Work work);
}
