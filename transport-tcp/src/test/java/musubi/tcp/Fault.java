package musubi.tcp;

/** A fault that {@link ChaosProxy} injects. */
enum Fault {
    /** Both sides get a reset; data in flight is lost. */
    RESET,
    /** Both sides get the end of the stream, at any byte. */
    CUT,
    /** No data passes in one direction for some milliseconds. */
    STALL,
    /** No data passes any longer, without notice to either side. */
    HALF_OPEN,
    /** The first bytes of the initiator are replayed on another connection. */
    DUPLICATE,
    /** A bit is inverted. */
    CORRUPT,
    /** Bytes of a direction are repeated. */
    REPEAT
}
