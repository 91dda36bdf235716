package musubi.bootstrap;

/** Exit codes shared by ranks and mpiexec. */
public final class ExitStatus {
    /** A deadlock of all ranks. */
    public static final int DEADLOCK = 125;

    private ExitStatus() {}

    /** The exit code of an abort: the low byte of its error code, or 1 instead of zero. */
    public static int ofAbort(int errorCode) {
        int lowByte = errorCode & 0xff;
        return lowByte == 0 ? 1 : lowByte;
    }
}
