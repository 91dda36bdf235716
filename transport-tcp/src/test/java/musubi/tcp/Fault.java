package musubi.tcp;

/** What a {@link ChaosProxy} does to a connection. */
enum Fault {
    /** Both sides get a reset; what is on its way is lost. */
    RESET,
    /** Both sides get the end of the stream, at any byte. */
    CUT,
    /** Nothing passes in one direction for some milliseconds. */
    STALL,
    /** Nothing passes any more, and nobody is told. */
    HALF_OPEN,
    /** What the caller said first is said again, on another connection. */
    DUPLICATE,
    /** A bit is turned over. */
    CORRUPT
}
