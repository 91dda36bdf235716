package musubi.comm;

import musubi.group.Progression;

/**
 * The colours and keys of all members of a communicator in a split, found without gathering them:
 * each rank compares its pair with that of the next rank, and all agree on the first rank where the
 * pairs do not continue as before ({@link Progression}). That is one agreement for each loop of the
 * pattern and one more, of ceil(log2 n) messages each, and memory for two pairs.
 */
final class SplitPattern {
    private static final long NOWHERE = Long.MAX_VALUE;

    private final Communicator comm;
    private final SetupExchange exchange;

    SplitPattern(Communicator comm) {
        this.comm = comm;
        exchange = comm.exchange(comm.nextTag());
    }

    /** The colour and the key of each rank; null when there is no rule in them. Collective. */
    Progression of(long colour, int key) {
        int place = comm.rank();
        long[] next = exchange.fromNext(new long[] {colour, key});
        long[] jump = {next[0] - colour, next[1] - key};
        boolean isLast = place == comm.size() - 1;
        Progression found = null;
        while (true) {
            boolean isExpected = found != null && found.expects(place, jump[0], jump[1]);
            long mine = isLast || isExpected ? NOWHERE : place;
            long[] first = exchange.minimum(new long[] {mine, jump[0], jump[1], colour, key});
            if (found == null) {
                found = new Progression(first[3], first[4]);
            }
            if (first[0] == NOWHERE) {
                return found;
            }
            if (!found.extend((int) first[0], first[1], first[2])) {
                return null;
            }
        }
    }
}
