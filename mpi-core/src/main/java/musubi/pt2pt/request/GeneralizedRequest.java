package musubi.pt2pt.request;

import java.util.function.Consumer;

/**
 * An operation that the program carries out by itself. It stands in the rank's work list until the
 * program marks it done, so a rank that waits for it polls it in every duty cycle. MPI-4.1 section
 * 13.2.
 *
 * <p>Thread rule: {@link #done}, {@link #isDone} and {@link #abandon} by any thread, the rest by
 * the thread that holds the rank's gate.
 */
public final class GeneralizedRequest extends CommRequest {
    private final Consumer<Boolean> onCancel;
    private volatile boolean done;
    private volatile boolean abandoned;

    /**
     * A request that is under way.
     *
     * @param onCancel called on cancel; its argument is whether the operation is done
     */
    public GeneralizedRequest(Consumer<Boolean> onCancel) {
        this.onCancel = onCancel;
        restartRequest();
    }

    /** Marks the operation done; the request completes in the next duty cycle. */
    public void done() {
        done = true;
    }

    /** Whether {@link #done} was called. */
    public boolean isDone() {
        return done;
    }

    /** Removes it from the work list without completing it. */
    public void abandon() {
        abandoned = true;
    }

    @Override
    public boolean advance() {
        if (done && !isComplete()) {
            finish();
        }
        return done || abandoned;
    }

    @Override
    public void cancel() {
        onCancel.accept(done);
    }

    @Override
    public String describe() {
        return "generalized request done=" + done;
    }
}
