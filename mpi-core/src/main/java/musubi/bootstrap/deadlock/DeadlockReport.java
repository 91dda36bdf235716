package musubi.bootstrap.deadlock;

import musubi.bootstrap.RankNames;
import musubi.bootstrap.Stall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The report of stalled ranks: the wait of each rank and, for a deadlock, a cycle of waits. */
final class DeadlockReport {
    private static final int MAX_ENTRIES = 32;
    private static final int MAX_CYCLE_LENGTH = 32;
    private static final String FINALIZE = "MPI.Finalize";
    private static final String FINALIZING =
            " reached MPI.Finalize and will not make the calls that others wait for";
    private static final String NOT_WAITING =
            " not, or not for long: look for the program's lines in the dump of thread main";

    private final Stall[] stalls;
    private final StringBuilder text = new StringBuilder();

    /**
     * A report.
     *
     * @param stalls the stalls by rank; null for a rank that is not stalled or, in a deadlock, has
     *     ended without MPI.Finalize
     */
    DeadlockReport(Stall[] stalls) {
        this.stalls = stalls;
    }

    /** The report of a deadlock of these ranks, while others may run. */
    String text(BitSet members) {
        text.setLength(0);
        text.append("deadlock: ").append(RankNames.of(members.stream().boxed().toList()));
        text.append(
                (" wait%s in MPI calls that cannot complete, whatever the other ranks do"
                                + " (ranks=%s of %s, messages in flight among them=0)")
                        .formatted(
                                members.cardinality() == 1 ? "s" : "",
                                members.cardinality(),
                                stalls.length));
        appendWaits(members.stream().toArray());
        others(members).forEach(rank -> stalls[rank] = null);
        appendCycle();
        return text.toString();
    }

    private IntStream others(BitSet members) {
        return IntStream.range(0, stalls.length).filter(rank -> !members.get(rank));
    }

    /** The report of a deadlock of all ranks. */
    String text() {
        text.setLength(0);
        String ranks = stalls.length == 1 ? "the only rank waits" : "all ranks" + which() + " wait";
        String noMessages = which().isEmpty() ? ", messages in flight=0" : "";
        text.append(
                "deadlock: %s in MPI calls that cannot complete (ranks=%s%s)"
                        .formatted(ranks, stalls.length, noMessages));
        appendWaits(IntStream.range(0, stalls.length).toArray());
        appendFinalizing();
        appendCycle();
        return text.toString();
    }

    /** The note that all ranks wait or poll, and some of them may stop polling. */
    String note() {
        text.setLength(0);
        text.append("note: ");
        text.append(stalls.length == 1 ? "the only rank polls" : "all ranks" + which() + " wait");
        text.append(stalls.length == 1 ? "" : " or poll");
        text.append(
                (" in MPI calls without success (ranks=%s); the job goes on, in case that the"
                                + " program ends its polls by the time; with"
                                + " -Dmusubi.deadlock.polls.end=true it ends with a report")
                        .formatted(stalls.length));
        appendWaits(IntStream.range(0, stalls.length).toArray());
        appendFinalizing();
        appendCycle();
        return text.toString();
    }

    /** The waits of stalled ranks while others may run; null without stalled ranks. */
    String describeWaits() {
        int[] waiting = ranks(true);
        if (waiting.length == 0) {
            return null;
        }
        text.setLength(0);
        text.append("these ranks were waiting in MPI calls:");
        appendWaits(waiting);
        List<Integer> others = Arrays.stream(ranks(false)).boxed().toList();
        if (!others.isEmpty()) {
            text.append("\n  ").append(RankNames.of(others));
            text.append(others.size() == 1 ? " was" : " were").append(NOT_WAITING);
        }
        return text.toString();
    }

    private int[] ranks(boolean waiting) {
        return IntStream.range(0, stalls.length)
                .filter(rank -> waiting == (stalls[rank] != null))
                .toArray();
    }

    private String which() {
        return Arrays.asList(stalls).contains(null) ? " that still run" : "";
    }

    /** Ranks with equal waits share an entry. */
    private void appendWaits(int[] ranks) {
        Map<String, List<Integer>> entries = new LinkedHashMap<>();
        for (int rank : ranks) {
            entries.computeIfAbsent(describe(rank), _ -> new ArrayList<>()).add(rank);
        }
        int shown = 0;
        for (Map.Entry<String, List<Integer>> entry : entries.entrySet()) {
            if (shown++ == MAX_ENTRIES) {
                text.append("\n  ... and ").append(entries.size() - MAX_ENTRIES).append(" more");
                return;
            }
            text.append("\n  ").append(RankNames.of(entry.getValue())).append(entry.getKey());
        }
    }

    private String describe(int rank) {
        if (stalls[rank] == null) {
            return " ended without MPI.Finalize";
        }
        StringBuilder entry = new StringBuilder();
        boolean single = stalls[rank].waits().size() == 1;
        for (Stall.Wait wait : stalls[rank].waits()) {
            entry.append(single ? " in " : "\n    a thread in ");
            entry.append(wait.call()).append(" at ").append(wait.location());
            entry.append("\n      waits for ").append(awaited(wait));
            entry.append(": ").append(wait.description());
        }
        stalls[rank].notes().forEach(note -> entry.append("\n      ").append(note));
        return entry.toString();
    }

    private static String awaited(Stall.Wait wait) {
        if (wait.ranks().isEmpty()) {
            return "no rank";
        }
        boolean choice = wait.anySuffices() && wait.ranks().size() > 1;
        return (choice ? "one of " : "") + RankNames.of(wait.ranks());
    }

    private void appendFinalizing() {
        List<Integer> finalizing =
                IntStream.range(0, stalls.length).filter(this::isFinalizing).boxed().toList();
        if (!finalizing.isEmpty() && finalizing.size() < stalls.length) {
            text.append("\n  ").append(RankNames.of(finalizing));
            text.append(finalizing.size() == 1 ? " has" : " have").append(FINALIZING);
        }
    }

    private boolean isFinalizing(int rank) {
        return stalls[rank] != null && stalls[rank].waits().getFirst().call().equals(FINALIZE);
    }

    private void appendCycle() {
        List<Integer> cycle = cycle();
        if (cycle.isEmpty() || cycle.size() > MAX_CYCLE_LENGTH) {
            return;
        }
        text.append("\n  they wait in a cycle: ");
        cycle.forEach(rank -> text.append(rank).append(" -> "));
        text.append(cycle.getFirst());
    }

    /**
     * A cycle of ranks, each of which waits for the next; empty if none is found. The search
     * follows the first awaited rank that waits itself, so it may miss a cycle but never reports a
     * false one.
     */
    private List<Integer> cycle() {
        for (int start = 0; start < stalls.length; start++) {
            List<Integer> path = new ArrayList<>();
            int rank = start;
            while (rank >= 0 && !path.contains(rank)) {
                path.add(rank);
                rank = next(rank);
            }
            if (rank >= 0) {
                return path.subList(path.indexOf(rank), path.size());
            }
        }
        return List.of();
    }

    /** The first rank whose progress this one requires; -1 if there is none. */
    private int next(int rank) {
        if (stalls[rank] == null) {
            return -1;
        }
        List<Stall.Wait> waits = stalls[rank].waits();
        Stall.Wait wait = waits.getFirst();
        boolean choice = waits.size() > 1 || wait.anySuffices() && wait.ranks().size() > 1;
        return choice
                ? -1
                : wait.ranks().stream()
                        .filter(next -> next < stalls.length && stalls[next] != null)
                        .findFirst()
                        .orElse(-1);
    }
}
