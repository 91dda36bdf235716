package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.ScheduleWalk;
import musubi.collectives.model.SiteNetwork;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Selection for communicators on several sites: the algorithm of least time on a {@link
 * ScheduleWalk}, among equals one by site, or a flat one if sites are near, or the blocks of all
 * ranks long. With more ranks than a walk is worth, {@link ManyRanksOnSites}. Vector forms are
 * taken for equal blocks of the average length, or by direct messages if each rank has its own
 * counts only. Calls among neighbours, and short messages between sites as near as the hosts of a
 * network, are left to other selectors. One thread.
 */
public final class SiteSelector implements Selector {
    private static final int MOST_RANKS = 64;

    /** Longer messages take as many times the time of this size. */
    private static final long MOST_BYTES = 4 << 20;

    /** The same for the blocks of all ranks, where each rank handles them all. */
    private static final long MOST_BYTES_OF_ALL = 16 << 20;

    private static final double MICRO = 1e6;

    /** Times within this ratio are equal. */
    private static final double ALIKE = 1.03;

    /** Latency up to which sites are near. */
    private static final double NEAR_S = 0.5e-3;

    /** Bytes of a block from which a hop within the site costs more than messages. */
    private static final long LONG_BYTES = 16 << 10;

    private static final String BY_SITE = "by-site";

    /** Selections for blocks of different length, by the shape of their average. */
    private final Map<Shape, SelectedAlgorithm> byAverage = new HashMap<>();

    /** The latest network; most selectors see a single one. */
    private SiteNetwork network;

    /** The same for many ranks. */
    private ManyRanksOnSites many;

    /** A selector; it keeps the network of the latest shape. */
    public SiteSelector() {}

    /** An algorithm and its time. */
    private record Candidate(Algorithm algorithm, double seconds) {
        boolean isBySite() {
            return algorithm.name().startsWith(BY_SITE);
        }

        String time() {
            return String.format(Locale.ROOT, "%.4g us", seconds * MICRO);
        }
    }

    @Override
    public SelectedAlgorithm select(Shape shape) {
        if (shape.sites == null) {
            return null;
        }
        return switch (shape.kind) {
            case GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW -> direct(shape);
            case ALLGATHERV, REDUCE_SCATTER -> ofBlocks(shape);
            default -> shape.kind.isAmongNeighbours() ? null : ofEqualBlocks(shape);
        };
    }

    /** If each rank has its own counts only: all messages at once. */
    private static SelectedAlgorithm direct(Shape shape) {
        Algorithm linear = Catalogue.find(shape.kind, "linear");
        String reason = sites(shape) + ", counts of the own rank only";
        return linear.refusal(shape) == null ? SelectedAlgorithm.of(linear, shape, reason) : null;
    }

    private SelectedAlgorithm ofEqualBlocks(Shape shape) {
        if (shape.sites.isOneNetworkFor(shape.count * shape.itemBytes)) {
            return null;
        }
        return shape.size > MOST_RANKS ? ofMany(shape) : ofFew(shape);
    }

    /** As with equal blocks of the average length, rounded up to a power of two. */
    private SelectedAlgorithm ofBlocks(Shape shape) {
        boolean isGather = shape.kind == CollectiveKind.ALLGATHERV;
        Shape equal = shape.copy();
        equal.kind = isGather ? CollectiveKind.ALLGATHER : CollectiveKind.REDUCE_SCATTER_BLOCK;
        equal.rank = 0;
        equal.inPlace = false;
        equal.receiveCounts = null;
        equal.receiveAt = null;
        // Ranks may describe gathered bytes by different types.
        equal.itemBytes = isGather ? 1 : shape.itemBytes;
        long all = shape.receiveCounts.sum(shape.size) * (shape.itemBytes / equal.itemBytes);
        long average = Math.ceilDiv(all, shape.size);
        equal.count = average > 1 ? Long.highestOneBit(average - 1) << 1 : average;
        SelectedAlgorithm choice = byAverage.computeIfAbsent(equal, this::ofEqualBlocks);
        if (choice == null) {
            return null;
        }
        Algorithm algorithm = Catalogue.find(shape.kind, choice.algorithm().name());
        return algorithm.refusal(shape) == null
                ? SelectedAlgorithm.of(algorithm, shape, choice.reason())
                : null;
    }

    private SelectedAlgorithm ofMany(Shape shape) {
        if (many == null || !many.isOf(shape)) {
            many = new ManyRanksOnSites(shape.sites);
        }
        return many.select(shape);
    }

    private SelectedAlgorithm ofFew(Shape shape) {
        Shape call = comparable(shape);
        SiteNetwork links = network(call);
        List<Candidate> all = new ArrayList<>();
        for (Algorithm algorithm : Catalogue.of(shape.kind)) {
            if (algorithm.refusal(call) == null) {
                call.segment = SelectedAlgorithm.of(algorithm, call, "").segmentItems(call);
                all.add(new Candidate(algorithm, ScheduleWalk.seconds(algorithm, call, links)));
            }
        }
        if (all.size() < 2) {
            return null;
        }
        double least = all.stream().mapToDouble(Candidate::seconds).min().orElseThrow();
        Candidate best =
                all.stream()
                        .filter(candidate -> candidate.seconds <= ALIKE * least)
                        .min(preferred(prefersFlat(call, links)))
                        .orElseThrow();
        all.remove(best);
        Candidate second = Collections.min(all, Comparator.comparing(Candidate::seconds));
        String reason =
                "%s: %s against %s %s"
                        .formatted(
                                sites(shape), best.time(), second.algorithm.name(), second.time());
        return SelectedAlgorithm.of(best.algorithm, shape, reason);
    }

    private static Comparator<Candidate> preferred(boolean isFlat) {
        return Comparator.comparing((Candidate candidate) -> candidate.isBySite() == isFlat)
                .thenComparing(Candidate::seconds);
    }

    /**
     * By site fewer messages and connections cross the wide links, but bytes take more hops, which
     * a walk may count too low.
     */
    private static boolean prefersFlat(Shape call, SiteNetwork links) {
        boolean isOfBlocks =
                call.kind == CollectiveKind.ALLTOALL || call.kind == CollectiveKind.ALLGATHER;
        boolean isLong = isOfBlocks && call.count * call.itemBytes >= LONG_BYTES;
        return isLong || links.farthestS() <= NEAR_S;
    }

    private SiteNetwork network(Shape shape) {
        if (network == null || !network.isOf(shape)) {
            network = new SiteNetwork(shape);
        }
        return network;
    }

    /** The shape with values that are equal on all ranks: bytes unless items are reduced. */
    private static Shape comparable(Shape shape) {
        Shape call = shape.copy();
        call.inPlace = false;
        if (!reduces(shape.kind)) {
            call.count *= call.itemBytes;
            call.itemBytes = 1;
        }
        boolean isOfAll =
                shape.kind == CollectiveKind.ALLGATHER
                        || shape.kind == CollectiveKind.REDUCE_SCATTER_BLOCK;
        long most = isOfAll ? Math.min(MOST_BYTES, MOST_BYTES_OF_ALL / shape.size) : MOST_BYTES;
        call.count = Math.min(call.count, Math.max(1, most / call.itemBytes));
        return call;
    }

    private static boolean reduces(CollectiveKind kind) {
        return switch (kind) {
            case REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    private static String sites(Shape shape) {
        String sites = shape.sites.ranks().count() + " sites";
        List<NodeMap> clusters = shape.sites.clusters();
        return clusters.isEmpty()
                ? sites
                : sites + " in " + clusters.getLast().count() + " clusters";
    }
}
