package musubi.collectives.model;

/** What an algorithm costs, in closed form. */
@FunctionalInterface
public interface CostFormula {
    /**
     * The cost of a call.
     *
     * @param where how the ranks lie
     * @param bytes of a message or block; 0 where ranks know their own blocks only
     */
    CallCost of(RankLayout where, double bytes);
}
