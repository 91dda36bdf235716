package musubi.insight.report;

import musubi.insight.report.CollectiveSpan.Instance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds wait states in collective operations. Operations without a recording of every rank are left
 * out, as are scans and neighbourhood operations, in which ranks do not wait for all others.
 */
record CollectiveWaitFinder(Map<Integer, RankTrack> tracks) {
    /** The part of one rank. */
    private record Part(int rank, CollectiveSpan call) {}

    /** A communicator may reuse the context id of a freed one. */
    private record Occurrence(Instance instance, int earlier) {}

    void addTo(List<WaitState> found) {
        for (List<Part> parts : instances()) {
            CollectiveSpan any = parts.getFirst().call();
            if (parts.size() == any.instance().ranks()) {
                addWaits(parts, any, found);
            }
        }
    }

    private Collection<List<Part>> instances() {
        Map<Occurrence, List<Part>> parts = new LinkedHashMap<>();
        for (RankTrack track : tracks.values()) {
            Map<Instance, Integer> earlier = new HashMap<>();
            for (CollectiveSpan call : track.collectives()) {
                int nth = earlier.merge(call.instance(), 1, Integer::sum);
                parts.computeIfAbsent(new Occurrence(call.instance(), nth), _ -> new ArrayList<>())
                        .add(new Part(track.rank(), call));
            }
        }
        return parts.values();
    }

    private void addWaits(List<Part> parts, CollectiveSpan any, List<WaitState> found) {
        WaitState.Kind kind = kindOf(any.operation());
        Predicate<Part> isRoot = part -> part.rank() == any.root();
        Comparator<Part> byBegin = Comparator.comparingLong(part -> part.call().beginNs());
        Optional<Part> awaited =
                switch (kind) {
                    case null -> Optional.empty();
                    case LATE_ROOT -> parts.stream().filter(isRoot).findFirst();
                    case EARLY_ROOT -> parts.stream().filter(isRoot.negate()).min(byBegin);
                    default -> parts.stream().max(byBegin);
                };
        if (awaited.isPresent()) {
            parts.stream()
                    .filter(part -> kind != WaitState.Kind.EARLY_ROOT || isRoot.test(part))
                    .forEach(part -> note(kind, part, awaited.get(), found));
        }
    }

    private static WaitState.Kind kindOf(String operation) {
        return switch (operation) {
            case "BARRIER" -> WaitState.Kind.BARRIER;
            case "BCAST", "SCATTER", "SCATTERV" -> WaitState.Kind.LATE_ROOT;
            case "REDUCE", "GATHER", "GATHERV" -> WaitState.Kind.EARLY_ROOT;
            case "ALLREDUCE",
                    "ALLGATHER",
                    "ALLGATHERV",
                    "ALLTOALL",
                    "ALLTOALLV",
                    "ALLTOALLW",
                    "REDUCE_SCATTER",
                    "REDUCE_SCATTER_BLOCK" ->
                    WaitState.Kind.N_TO_N;
            default -> null;
        };
    }

    /** Adds the wait of a rank until another begins, or until its own call ends. */
    private void note(WaitState.Kind kind, Part waiting, Part awaited, List<WaitState> found) {
        CollectiveSpan call = waiting.call();
        long untilNs = Math.min(awaited.call().beginNs(), call.endNs());
        if (untilNs > call.beginNs()) {
            found.add(
                    new WaitState(
                            kind,
                            waiting.rank(),
                            call.beginNs(),
                            untilNs - call.beginNs(),
                            awaited.rank(),
                            placeOf(waiting),
                            placeOf(awaited)));
        }
    }

    private String placeOf(Part part) {
        CallSpan call = tracks.get(part.rank()).callAt(part.call().beginNs());
        return call == null ? part.call().operation() : WaitStateFinder.placeOf(call);
    }
}
