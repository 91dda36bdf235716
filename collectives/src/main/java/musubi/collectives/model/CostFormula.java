package musubi.collectives.model;

/** Cost of an algorithm in closed form. */
@FunctionalInterface
public interface CostFormula {
    /**
     * The cost of a call.
     *
     * @param where layout of the ranks
     * @param bytes of a message or block; 0 if ranks know their own blocks only
     */
    CallCost of(RankLayout where, double bytes);
}
