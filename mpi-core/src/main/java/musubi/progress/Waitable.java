package musubi.progress;

import musubi.event.WaitTarget;

/** Something that a rank waits for. Thread rule: the thread that holds the rank. */
public interface Waitable {
    /** Whether it has come. */
    boolean isComplete();

    /** Says in numbers what is missing; asked in each wait that is not very short. */
    default void fillTarget(WaitTarget target) {}

    /** Says what is missing; asked only when a rank has waited for long. */
    void describeWait(WaitDependencies needs);
}
