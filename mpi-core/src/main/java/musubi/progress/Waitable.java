package musubi.progress;

import musubi.event.WaitTarget;

/** A condition that a rank waits for. Thread rule: the thread that holds the rank. */
public interface Waitable {
    /** Whether it holds. */
    boolean isComplete();

    /** Fills in the target of the wait; called in each wait that is not very short. */
    default void fillTarget(WaitTarget target) {}

    /** Describes what the wait depends on; called only when a rank has waited for long. */
    void describeWait(WaitDependencies needs);
}
