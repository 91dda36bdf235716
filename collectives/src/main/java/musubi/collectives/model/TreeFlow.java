package musubi.collectives.model;

/**
 * What segments of a message that go down (or up) trees ask of senders and links. Immutable.
 *
 * @param hops messages one after the other until the last rank has the first segment
 * @param starts messages of each segment that a rank sends over one link of its own
 * @param load messages of each segment on the busiest link
 * @param turns of a sender, {@code starts} messages each, over which these are spread: 1 when all
 *     come at once, more when further and further ranks send over that link
 */
record TreeFlow(double hops, double starts, double load, long turns) {
    static final TreeFlow NONE = new TreeFlow(0, 0, 0);

    TreeFlow(double hops, double starts, double load) {
        this(hops, starts, load, 1);
    }

    /** Neighbours only, and no two messages share a link. */
    static TreeFlow pipeline(double hops) {
        return new TreeFlow(hops, 1, 1);
    }

    /** Ranks that send so many messages of each segment, one at a time. */
    static TreeFlow ports(double hops, double starts) {
        return new TreeFlow(hops, starts, starts);
    }
}
