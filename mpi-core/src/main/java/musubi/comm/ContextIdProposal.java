package musubi.comm;

/**
 * The id that a rank offers in an agreement on a context id; see {@link ContextIdAgreement} for why
 * it ends with an id that is unique on every rank.
 */
final class ContextIdProposal {
    /** Skips of new offers are below this. */
    private static final int SKIPS = 61;

    private final ContextIds ids;
    private final int skip;
    private int value;

    /**
     * The first offer.
     *
     * @param salt differs between agreements that may be under way at the same time
     */
    ContextIdProposal(ContextIds ids, int salt) {
        this.ids = ids;
        skip = 1 + Math.floorMod(salt, SKIPS);
        value = ids.propose(1);
    }

    /** The offer; the id when all have offered the same. */
    int value() {
        return value;
    }

    /**
     * Whether all have offered the same; otherwise makes the next offer.
     *
     * @param smallest of all offers of this round
     * @param largest of all offers of this round
     */
    boolean settles(long smallest, long largest) {
        if (smallest == largest) {
            return true;
        }
        int wanted = (int) largest;
        boolean mine = wanted == value || ids.reserve(wanted);
        value = mine ? wanted : ids.propose(skip);
        return false;
    }
}
