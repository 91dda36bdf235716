package musubi.simulator.scale;

/**
 * Workload of the ranks of one node in a simulated world. Immutable.
 *
 * @param nodes nodes of the world
 * @param m ranks on each node
 * @param c communicators split off the world, each as large as the world
 * @param gamma contexts that the node may have open at once; each is used
 * @param irregular whether the splits order their members by random keys
 */
record ScaleScenario(int nodes, int m, int c, int gamma, boolean irregular) {
    private static final int WORDS = 5;
    private static final long MIX_1 = 0xbf58476d1ce4e5b9L;
    private static final long MIX_2 = 0x94d049bb133111ebL;
    private static final int ORDERS = 4;

    static ScaleScenario parse(String[] args) {
        if (args.length != WORDS) {
            throw new IllegalArgumentException(
                    "wanted are nodes, m, c, gamma and whether splits are irregular: args="
                            + args.length);
        }
        return new ScaleScenario(
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Boolean.parseBoolean(args[4]));
    }

    String[] args() {
        return new String[] {"" + nodes, "" + m, "" + c, "" + gamma, "" + irregular};
    }

    int ranks() {
        return nodes * m;
    }

    /** The lowest rank of the real node, which is the one in the middle. */
    int firstRank() {
        return nodes / 2 * m;
    }

    /** The key of a rank in a split; the colour is 0 for all. */
    int key(int split, int rank) {
        if (irregular) {
            return hash(split, rank);
        }
        return switch (split % ORDERS) {
            case 0 -> 0; // as in the world
            case 1 -> -rank; // the other way round
            case 2 -> rank % m * nodes + rank / m; // those in the same place on their nodes
            default ->
                    rank % (ranks() / 2) * 2 + rank / (ranks() / 2); // one half between the other
        };
    }

    /** The finaliser of SplitMix64 (Steele et al., OOPSLA 2014). */
    private static int hash(int split, int rank) {
        long z = ((long) split << Integer.SIZE) + rank + 1;
        z = (z ^ z >>> 30) * MIX_1;
        z = (z ^ z >>> 27) * MIX_2;
        return (int) ((z ^ z >>> 31) >>> 33);
    }
}
