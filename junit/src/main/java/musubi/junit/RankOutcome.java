package musubi.junit;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.opentest4j.TestAbortedException;

/**
 * How a rank has ended.
 *
 * @param failure null for success; a {@link TestAbortedException} if the rank skips the test
 */
record RankOutcome(int rank, Throwable failure) {
    private static final int MAX_CAUSES = 100;

    boolean isSkipped() {
        return failure instanceof TestAbortedException;
    }

    boolean hasFailed() {
        return failure != null && !isSkipped();
    }

    /** Whether the rank has ended early by itself, so that others did not get its messages. */
    boolean isCauseOfOthers() {
        return failure != null && !isConsequence();
    }

    /** The innermost cause. */
    Throwable root() {
        Throwable root = failure;
        // Causes may form a cycle.
        for (int depth = 0; root.getCause() != null && depth < MAX_CAUSES; depth++) {
            root = root.getCause();
        }
        return root;
    }

    /** Whether the rank has failed only because the job was aborted after another one's failure. */
    boolean isConsequence() {
        Throwable root = root();
        return root instanceof InterruptedException
                || root instanceof MpiFailure mpi && mpi.errorClass() == ErrorClass.PROC_ABORTED;
    }
}
