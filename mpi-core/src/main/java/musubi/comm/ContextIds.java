package musubi.comm;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.BitSet;

/**
 * The context ids that a rank has used or offered, for ever: one bit each. Thread rule as {@link
 * musubi.Rank}.
 */
public final class ContextIds {
    /** 0 is the world's, 1 the rank's own. */
    private static final int FIRST_FREE_ID = 2;

    private static final int LAST_ID = (1 << 30) - 1;

    private final BitSet used = new BitSet();

    /** Those of a rank that begins. */
    public ContextIds() {
        used.set(0, FIRST_FREE_ID);
    }

    /**
     * Takes an id above all that this rank has used or offered.
     *
     * @param skip 1 for the smallest of them, 2 for the next, ...
     */
    int propose(int skip) {
        int id = used.length() + skip - 1;
        reserve(id);
        return id;
    }

    /** Takes this id unless this rank has used or offered it. */
    boolean reserve(int id) {
        if (id >= LAST_ID) {
            throw new MpiFailure(ErrorClass.INTERN, "context ids are used up")
                    .with("id", id, "last", LAST_ID);
        }
        boolean isFree = !used.get(id);
        used.set(id);
        return isFree;
    }
}
