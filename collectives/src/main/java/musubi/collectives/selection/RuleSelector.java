package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Decision rules: for each kind a list of conditions and algorithms, of which the first that
 * applies and does not refuse is selected. Rules for oversubscribed and for few ranks follow
 * measurements (docs/measurements/collectives.md); other sizes are those of MPICH and Open MPI.
 */
public final class RuleSelector implements Selector {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    private static final Map<CollectiveKind, List<Rule>> RULES =
            Collections.unmodifiableMap(rules());

    private final boolean moreRanksThanCores;

    /**
     * An algorithm and its condition.
     *
     * @param algorithm its name
     * @param when the condition
     */
    private record Rule(String algorithm, Predicate<SelectionContext> when) {}

    /** Rules for a job. */
    public RuleSelector(boolean moreRanksThanCores) {
        this.moreRanksThanCores = moreRanksThanCores;
    }

    private static Rule rule(String algorithm, Predicate<SelectionContext> when) {
        return new Rule(algorithm, when);
    }

    private static Rule otherwise(String algorithm) {
        return new Rule(algorithm, _ -> true);
    }

    private static Map<CollectiveKind, List<Rule>> rules() {
        Map<CollectiveKind, List<Rule>> rules = new EnumMap<>(CollectiveKind.class);
        rules.put(
                CollectiveKind.BARRIER,
                List.of(
                        rule("linear", SelectionContext::isSmallAndOversubscribed),
                        otherwise("dissemination")));
        addOneMessage(rules);
        List<Rule> toOrFromRoot =
                List.of(
                        rule("binomial", s -> s.isSmall() && !s.isSmallAndOversubscribed()),
                        otherwise("linear"));
        rules.put(CollectiveKind.GATHER, toOrFromRoot);
        rules.put(CollectiveKind.SCATTER, toOrFromRoot);
        addBlocks(rules);
        for (CollectiveKind kind : CollectiveKind.values()) {
            rules.computeIfAbsent(
                    kind, _ -> List.of(otherwise(Catalogue.of(kind).getFirst().name())));
        }
        return rules;
    }

    /** Kinds with one message for each rank. */
    private static void addOneMessage(Map<CollectiveKind, List<Rule>> rules) {
        rules.put(
                CollectiveKind.BCAST,
                List.of(
                        rule("linear", SelectionContext::isSmallAndOversubscribed),
                        rule("two-level", s -> s.bytes() <= 12 * KIB),
                        rule("binomial", s -> s.bytes() <= 12 * KIB || s.ranks() < 8),
                        rule("scatter-doubling", s -> s.bytes() <= 512 * KIB),
                        otherwise("scatter-allgather")));
        rules.put(
                CollectiveKind.REDUCE,
                List.of(
                        rule("linear", s -> s.isOversubscribed() && s.allBytes() <= 8 * MIB),
                        rule("pipeline", SelectionContext::isOversubscribed),
                        rule("two-level", s -> s.bytes() <= 2 * KIB),
                        rule("binomial", RuleSelector::isForTree),
                        otherwise("rabenseifner")));
        rules.put(
                CollectiveKind.ALLREDUCE,
                List.of(
                        rule("linear", s -> s.isOversubscribed() && s.allBytes() <= 512 * KIB),
                        rule("ring", SelectionContext::isOversubscribed),
                        rule("two-level", s -> s.bytes() <= 2 * KIB),
                        rule(
                                "recursive-doubling",
                                s -> s.bytes() <= 2 * KIB || !s.hasItemsForAll()),
                        otherwise("rabenseifner")));
    }

    /** Whether a tree is faster than a reduction in parts. */
    private static boolean isForTree(SelectionContext s) {
        return s.bytes() <= 2 * KIB || !s.hasItemsForAll() || s.ranks() < 4;
    }

    /** Kinds with a block for or from each rank. */
    private static void addBlocks(Map<CollectiveKind, List<Rule>> rules) {
        List<Rule> gathering =
                List.of(
                        rule("recursive-doubling", s -> s.allBytes() <= 512 * KIB),
                        rule("bruck", SelectionContext::isSmall),
                        otherwise("ring"));
        rules.put(CollectiveKind.ALLGATHER, gathering);
        rules.put(CollectiveKind.ALLGATHERV, gathering);
        rules.put(
                CollectiveKind.ALLTOALL,
                List.of(
                        rule("bruck", SelectionContext::areManyShortBlocks),
                        otherwise("pairwise")));
        List<Rule> scattering =
                List.of(
                        rule("pairwise", SelectionContext::isSmallAndOversubscribed),
                        rule("recursive-halving", s -> s.allBytes() <= 512 * KIB),
                        otherwise("pairwise"));
        rules.put(CollectiveKind.REDUCE_SCATTER, scattering);
        rules.put(CollectiveKind.REDUCE_SCATTER_BLOCK, scattering);
    }

    @Override
    public SelectedAlgorithm select(Shape shape) {
        SelectionContext situation = new SelectionContext(shape, moreRanksThanCores);
        for (Rule rule : RULES.get(shape.kind)) {
            if (rule.when.test(situation)) {
                Algorithm algorithm = Catalogue.find(shape.kind, rule.algorithm);
                if (algorithm.refusal(shape) == null) {
                    return SelectedAlgorithm.of(algorithm, shape, situation.toString());
                }
            }
        }
        return null;
    }
}
