package musubi.bootstrap;

/** Exit codes that both ranks and mpiexec know. */
public final class ExitStatus {
    /** All ranks wait in MPI calls that nothing can end. */
    public static final int DEADLOCK = 125;

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
