package musubi.collectives.model;

/**
 * Load of senders and links by the segments of a message on trees. Immutable.
 *
 * @param hops messages in sequence until the last rank has the first segment
 * @param starts messages of each segment that a rank sends over one of its links
 * @param load messages of each segment on the busiest link
 * @param turns of a sender, {@code starts} messages each, over which the load is spread: 1 if all
 *     arrive at once, more if ranks at different depths send over that link
 */
record TreeFlow(double hops, double starts, double load, long turns) {
    static final TreeFlow NONE = new TreeFlow(0, 0, 0);

    TreeFlow(double hops, double starts, double load) {
        this(hops, starts, load, 1);
    }

    /** Neighbours only, without contention. */
    static TreeFlow pipeline(double hops) {
        return new TreeFlow(hops, 1, 1);
    }

    /** Ranks that send several messages of each segment in sequence. */
    static TreeFlow ports(double hops, double starts) {
        return new TreeFlow(hops, starts, starts);
    }
}
