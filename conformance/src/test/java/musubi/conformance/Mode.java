package musubi.conformance;

/** The modes of sends. */
public enum Mode {
    STANDARD,
    BUFFERED,
    SYNCHRONOUS,
    READY
}
