package musubi.rma.check;

/**
 * An access of an origin to a run of bytes of a target.
 *
 * @param origin rank in the window
 * @param target rank in the window
 * @param from first byte
 * @param to behind the last byte
 * @param kind {@link #PUT}, {@link #GET}, or the number of an update, 0 or more
 * @param site call and line of the program
 */
record WindowAccess(int origin, int target, long from, long to, int kind, String site) {
    static final int PUT = -1;
    static final int GET = -2;

    /**
     * Whether the outcome of both depends on their order, without a synchronisation between them:
     * they meet, and are neither gets nor updates of the same kind. MPI-4.1 section 12.7.
     */
    boolean conflictsWith(WindowAccess other) {
        boolean meets = target == other.target && from < other.to && other.from < to;
        return meets && (kind != other.kind || kind == PUT);
    }
}
