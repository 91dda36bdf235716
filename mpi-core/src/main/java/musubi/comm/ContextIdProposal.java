package musubi.comm;

/**
 * The id that a rank proposes in an agreement on a context id; see {@link ContextIdAgreement} for
 * why it ends with an id that is unique on every rank.
 */
final class ContextIdProposal {
    /** Skips of new proposals are below this. */
    private static final int SKIPS = 61;

    private final ContextIds ids;
    private final int skip;
    private int value;

    /**
     * The first proposal.
     *
     * @param salt differs between agreements that may be under way at the same time
     */
    ContextIdProposal(ContextIds ids, int salt) {
        this.ids = ids;
        skip = 1 + Math.floorMod(salt, SKIPS);
        value = ids.propose(1);
    }

    /** The proposal; the id when all ranks have proposed the same. */
    int value() {
        return value;
    }

    /**
     * Whether all ranks have proposed the same; otherwise makes the next proposal.
     *
     * @param smallest of all proposals of this round
     * @param largest of all proposals of this round
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
