package musubi.progress;

/** Something that a rank waits for. Thread rule: the thread that holds the rank. */
public interface Awaited {
    /** Whether it has come. */
    boolean isComplete();

    /** Says what is missing; asked only when a rank has waited for long. */
    void tell(Needs needs);
}
