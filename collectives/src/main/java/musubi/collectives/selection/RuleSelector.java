package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decision rules: for each kind a list of conditions and algorithms, of which the first that
 * applies and does not refuse is selected. Rules for oversubscribed and for few ranks follow
 * measurements (docs/measurements/collectives.md); other sizes are those of MPICH and Open MPI.
 */
public final class RuleSelector implements Selector {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    private static final Map<CollectiveKind, List<Rule>> RULES =
            Stream.of(CollectiveKind.values())
                    .collect(Collectors.toUnmodifiableMap(kind -> kind, RuleSelector::rules));

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

    private static List<Rule> rules(CollectiveKind kind) {
        return switch (kind) {
            case BARRIER ->
                    List.of(
                            rule("linear", SelectionContext::isSmallAndOversubscribed),
                            otherwise("dissemination"));
            case BCAST -> ofBroadcast();
            case GATHER, SCATTER ->
                    List.of(
                            rule("binomial", s -> s.isSmall() && !s.isSmallAndOversubscribed()),
                            otherwise("linear"));
            case ALLGATHER, ALLGATHERV ->
                    List.of(
                            rule("recursive-doubling", s -> s.allBytes() <= 512 * KIB),
                            rule("bruck", SelectionContext::isSmall),
                            otherwise("ring"));
            case ALLTOALL ->
                    List.of(
                            rule("bruck", SelectionContext::areManyShortBlocks),
                            otherwise("pairwise"));
            case REDUCE -> ofReduce();
            case ALLREDUCE -> ofAllReduce();
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                    List.of(
                            rule("pairwise", SelectionContext::isSmallAndOversubscribed),
                            rule("recursive-halving", s -> s.allBytes() <= 512 * KIB),
                            otherwise("pairwise"));
            default -> List.of(otherwise(Catalogue.of(kind).getFirst().name()));
        };
    }

    private static List<Rule> ofBroadcast() {
        return List.of(
                rule("linear", SelectionContext::isSmallAndOversubscribed),
                rule("two-level", s -> s.bytes() <= 12 * KIB),
                rule("binomial", s -> s.bytes() <= 12 * KIB || s.ranks() < 8),
                rule("scatter-doubling", s -> s.bytes() <= 512 * KIB),
                otherwise("scatter-allgather"));
    }

    private static List<Rule> ofReduce() {
        return List.of(
                rule("linear", s -> s.isOversubscribed() && s.allBytes() <= 8 * MIB),
                rule("pipeline", SelectionContext::isOversubscribed),
                rule("two-level", s -> s.bytes() <= 2 * KIB),
                rule("binomial", RuleSelector::isForTree),
                otherwise("rabenseifner"));
    }

    /** Whether a tree is faster than a reduction in parts. */
    private static boolean isForTree(SelectionContext s) {
        return s.bytes() <= 2 * KIB || !s.hasItemsForAll() || s.ranks() < 4;
    }

    private static List<Rule> ofAllReduce() {
        return List.of(
                rule("linear", s -> s.isOversubscribed() && s.allBytes() <= 512 * KIB),
                rule("ring", SelectionContext::isOversubscribed),
                rule("two-level", s -> s.bytes() <= 2 * KIB),
                rule("recursive-doubling", s -> s.bytes() <= 2 * KIB || !s.hasItemsForAll()),
                otherwise("rabenseifner"));
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
