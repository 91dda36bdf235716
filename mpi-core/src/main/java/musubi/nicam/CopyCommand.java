package musubi.nicam;

/**
 * A copy between the regions of two nodes, and what it notifies at the destination.
 *
 * @param source node whose region is read
 * @param sourceRegion number of that region
 * @param sourceOffset first byte in it
 * @param destination node whose region is written
 * @param destinationRegion number of that region
 * @param destinationOffset first byte in it
 * @param bytes to copy
 * @param notice what happens at the destination afterwards
 */
public record CopyCommand(
        int source,
        int sourceRegion,
        long sourceOffset,
        int destination,
        int destinationRegion,
        long destinationOffset,
        long bytes,
        Notice notice) {
    /** Numbers of the wire form. */
    static final int LONGS = 10;

    /** What happens when the data are there. */
    public record Notice(int kind, int index, long value) {
        /** Nothing. */
        public static final int NONE = 0;

        /** A flag is raised to the value. */
        public static final int FLAG = 1;

        /** A counter is incremented. */
        public static final int COUNTER = 2;

        public static final Notice NOTHING = new Notice(NONE, 0, 0);
    }

    /** The wire form. */
    long[] encode() {
        return new long[] {
            source,
            sourceRegion,
            sourceOffset,
            destination,
            destinationRegion,
            destinationOffset,
            bytes,
            notice.kind,
            notice.index,
            notice.value
        };
    }

    /** The command of a wire form. */
    static CopyCommand decode(long[] n) {
        return new CopyCommand(
                (int) n[0],
                (int) n[1],
                n[2],
                (int) n[3],
                (int) n[4],
                n[5],
                n[6],
                new Notice((int) n[7], (int) n[8], n[9]));
    }
}
