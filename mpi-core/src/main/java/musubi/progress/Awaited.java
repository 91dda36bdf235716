package musubi.progress;

import musubi.observe.WaitTarget;

/** Something that a rank waits for. Thread rule: the thread that holds the rank. */
public interface Awaited {
    /** Whether it has come. */
    boolean isComplete();

    /** Says in numbers what is missing; asked in each wait that is not very short. */
    default void aim(WaitTarget target) {}

    /** Says what is missing; asked only when a rank has waited for long. */
    void tell(Needs needs);
}
