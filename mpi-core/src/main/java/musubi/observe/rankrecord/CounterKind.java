package musubi.observe.rankrecord;

/** How a value of a rank's record moves. */
public enum CounterKind {
    /** Only grows. */
    COUNTER,
    /** Goes up and down. */
    LEVEL,
    /** The most that a level ever was. */
    MAXIMUM
}
