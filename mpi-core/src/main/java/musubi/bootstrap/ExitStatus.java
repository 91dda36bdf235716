package musubi.bootstrap;

/** The rule that turns the error code of an abort into the exit code of a process. */
public final class ExitStatus {
    private ExitStatus() {}

    /**
     * The exit code that a shell sees for an abort with this error code: its low byte, but never
     * zero, because an abort is not a success.
     */
    public static int ofAbort(int errorCode) {
        int lowByte = errorCode & 0xff;
        return lowByte == 0 ? 1 : lowByte;
    }
}
