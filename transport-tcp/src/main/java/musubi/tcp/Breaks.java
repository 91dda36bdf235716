package musubi.tcp;

/** The breaks of one session's connections, and those in a row that had brought nothing. */
final class Breaks {
    /** So many connections in a row that bring nothing are made before the peer is given up. */
    private static final int MOST_FRUITLESS = 100;

    private final int peer;
    private long progressBefore = -1;
    private int fruitless;
    private String untold;

    Breaks(int peer) {
        this.peer = peer;
    }

    /**
     * Another one broke.
     *
     * @param progress grows with each byte that got through, in either direction
     * @return whether it is of use to make another connection
     */
    boolean allow(long progress, String why) {
        fruitless = progress == progressBefore ? fruitless + 1 : 0;
        progressBefore = progress;
        untold = why;
        return fruitless < MOST_FRUITLESS;
    }

    /** There is a connection; tells why the last one broke. */
    void mended(Complaints complaints) {
        if (untold != null) {
            String detail = "peer=" + peer + ": " + untold;
            complaints.tell("a connection broke and was made again", detail);
            untold = null;
        }
    }
}
