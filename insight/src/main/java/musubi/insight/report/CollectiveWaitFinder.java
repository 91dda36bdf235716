package musubi.insight.report;

import musubi.insight.trace.CallSpan;
import musubi.insight.trace.CollectiveSpan;
import musubi.insight.trace.CollectiveSpan.Instance;
import musubi.insight.trace.RankTrack;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds wait states in collective operations in which ranks wait for all others or for a root, by
 * the times at which they enter. Operations without a recording of every rank, and those of
 * intercommunicators, are left to {@link MessageChains}, as are scans and neighbourhood operations.
 */
record CollectiveWaitFinder(Map<Integer, RankTrack> tracks) {
    /** The part of one rank. */
    private record Part(int rank, CollectiveSpan call) {}

    /** A communicator may reuse the context id of a freed one. */
    private record Occurrence(Instance instance, int earlier) {}

    /**
     * Adds the waits.
     *
     * @param explained receives the calls of the operations
     */
    void find(List<WaitState> found, Set<CallSpan> explained) {
        for (List<Part> parts : instances()) {
            CollectiveSpan any = parts.getFirst().call();
            boolean complete = parts.size() == any.instance().ranks() && !any.isInter();
            if (complete && isKnown(kindOf(any.operation()))) {
                addWaits(parts, any, found);
                parts.forEach(part -> explained.add(callOf(part)));
            }
        }
    }

    private static boolean isKnown(WaitState.Kind kind) {
        return kind.compareTo(WaitState.Kind.EARLY_ROOT) <= 0;
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

    static WaitState.Kind kindOf(String operation) {
        return switch (operation) {
            case "BARRIER" -> WaitState.Kind.BARRIER;
            case "SCAN", "EXSCAN" -> WaitState.Kind.SCAN;
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
            default ->
                    operation.startsWith("NEIGHBOR")
                            ? WaitState.Kind.NEIGHBOUR
                            : WaitState.Kind.OTHER;
        };
    }

    /** Adds the wait of a rank until another begins, or until its own call ends. */
    private void note(WaitState.Kind kind, Part waiting, Part awaited, List<WaitState> found) {
        long untilNs = awaited.call().beginNs();
        if (untilNs > waiting.call().beginNs()) {
            CallSpan call = callOf(waiting);
            found.add(
                    WaitState.of(
                            kind, waiting.rank(), call, untilNs, awaited.rank(), callOf(awaited)));
        }
    }

    /** The call of the program that a part is in; one named by its operation if there is none. */
    private CallSpan callOf(Part part) {
        CollectiveSpan own = part.call();
        CallSpan call = tracks.get(part.rank()).callAt(own.beginNs());
        return call != null
                ? call
                : new CallSpan(
                        own.operation(), "an unknown place", own.beginNs(), own.endNs(), -1, 0);
    }
}
