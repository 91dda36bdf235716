package musubi.tcp;

/** Counts connections that break without having brought anything. */
final class BreakBudget {
    /** So many are made in a row before the peer is given up. */
    private static final int MOST_FRUITLESS = 100;

    private long progressAtBreak = -1;
    private int fruitless;

    BreakBudget() {}

    /**
     * A connection broke.
     *
     * @param progress grows with what connections bring
     * @return whether the last ones have brought anything
     */
    boolean isFruitful(long progress) {
        fruitless = progress == progressAtBreak ? fruitless + 1 : 0;
        progressAtBreak = progress;
        return fruitless < MOST_FRUITLESS;
    }
}
