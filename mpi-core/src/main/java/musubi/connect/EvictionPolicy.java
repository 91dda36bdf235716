package musubi.connect;

import java.util.function.IntPredicate;

/**
 * Decides which context is given up for another one. Contexts have numbers from 0 on, in the order
 * in which they were first used; time counts changes from one context to another. Thread rule: that
 * of the {@link ContextCache} that has it.
 */
public interface EvictionPolicy {
    /**
     * A context is used, for the first time, again, or after it was given up. The first calls, when
     * the limit is reached, are for all open ones. For one that is not open this comes before the
     * choice of one that is given up for it.
     *
     * @param now larger than in any call before
     */
    void used(int context, long now);

    /**
     * Chooses one of the open contexts, if possible an idle one.
     *
     * @param open their numbers
     * @param count how many of the array are valid; at least 1
     * @param isIdle whether nothing is under way in a context
     * @param now when the new context is used: the time of the latest use
     * @return its place in the array
     */
    int choose(int[] open, int count, IntPredicate isIdle, long now);
}
