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
import java.util.List;
import java.util.Locale;

/**
 * Selection for communicators on several sites: the algorithm of least time on a {@link
 * ScheduleWalk}, among equals one by site. With more ranks than a walk is worth, one by site if
 * there is one. Kinds whose ranks know their own counts only, and those among neighbours, are left
 * to the rules. One thread.
 */
final class SiteSelector implements Selector {
    private static final int MOST_RANKS = 64;

    /** Longer messages take as many times the time of this size. */
    private static final long MOST_BYTES = 4 << 20;

    /** Bytes from which many ranks split a reduction. */
    private static final long SPLIT_BYTES = 64 << 10;

    private static final double MICRO = 1e6;

    /** Times within this ratio are equal. */
    private static final double ALIKE = 1.03;

    private static final String BY_SITE = "by-site";

    /** The latest network; most selectors see a single one. */
    private SiteNetwork network;

    SiteSelector() {}

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
        if (shape.sites == null || !isUniform(shape.kind)) {
            return null;
        }
        return shape.size > MOST_RANKS ? ofMany(shape) : ofFew(shape);
    }

    private static boolean isUniform(CollectiveKind kind) {
        return switch (kind) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW, REDUCE_SCATTER -> false;
            default -> !kind.isAmongNeighbours();
        };
    }

    private static SelectedAlgorithm ofMany(Shape shape) {
        boolean isLong = shape.count * shape.itemBytes > SPLIT_BYTES;
        List<String> names = isLong ? List.of("by-site-split", BY_SITE) : List.of(BY_SITE);
        for (String name : names) {
            Algorithm algorithm = Catalogue.find(shape.kind, name);
            if (algorithm != null && algorithm.refusal(shape) == null) {
                String reason = shape.size + " ranks on " + sites(shape);
                return SelectedAlgorithm.of(algorithm, shape, reason);
            }
        }
        return null;
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
                        .min(bySiteFirst())
                        .orElseThrow();
        all.remove(best);
        Candidate second = Collections.min(all, Comparator.comparing(Candidate::seconds));
        String reason =
                "%s: %s against %s %s"
                        .formatted(
                                sites(shape), best.time(), second.algorithm.name(), second.time());
        return SelectedAlgorithm.of(best.algorithm, shape, reason);
    }

    private static Comparator<Candidate> bySiteFirst() {
        return Comparator.comparing((Candidate candidate) -> !candidate.isBySite())
                .thenComparing(Candidate::seconds);
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
        call.count = Math.min(call.count, Math.max(1, MOST_BYTES / call.itemBytes));
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
