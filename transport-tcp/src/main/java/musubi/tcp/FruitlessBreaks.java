package musubi.tcp;

/** Counts the connections of one session that broke without having brought anything. */
final class FruitlessBreaks {
    /** So many in a row are made before the peer is given up. */
    private static final int MOST = 100;

    private long progressBefore = -1;
    private int inARow;

    /**
     * Another one broke.
     *
     * @param progress grows with each byte that got through, in either direction
     * @return whether it is of use to make another connection
     */
    boolean allow(long progress) {
        inARow = progress == progressBefore ? inARow + 1 : 0;
        progressBefore = progress;
        return inARow < MOST;
    }
}
