package musubi.insight.report;

import musubi.insight.trace.CallFamily;
import musubi.insight.trace.CallSpan;
import musubi.insight.trace.RankTrack;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Finds waits in MPI.Finalize, which no rank leaves before the last one enters it. */
final class FinalizeWaitFinder {
    private record Leaving(int rank, CallSpan call) {}

    private FinalizeWaitFinder() {}

    /**
     * Adds the waits of a job of which all ranks are recorded to their end.
     *
     * @param explained receives the calls
     */
    static void find(Collection<RankTrack> tracks, List<WaitState> found, Set<CallSpan> explained) {
        List<Leaving> all =
                tracks.stream()
                        .filter(track -> endsByFinalize(track.calls()))
                        .map(track -> new Leaving(track.rank(), track.calls().getLast()))
                        .toList();
        int ranks = tracks.stream().mapToInt(track -> track.where().ranks()).max().orElse(0);
        if (all.isEmpty() || all.size() < ranks) {
            return;
        }
        Leaving last = all.getFirst();
        for (Leaving each : all) {
            last = each.call().beginNs() > last.call().beginNs() ? each : last;
            explained.add(each.call());
        }
        for (Leaving each : all) {
            if (each.rank() != last.rank()) {
                long untilNs = last.call().beginNs();
                found.add(
                        WaitState.of(
                                WaitState.Kind.FINALIZE,
                                each.rank(),
                                each.call(),
                                untilNs,
                                last.rank(),
                                last.call()));
            }
        }
    }

    private static boolean endsByFinalize(List<CallSpan> calls) {
        return !calls.isEmpty() && calls.getLast().family() == CallFamily.FINALIZE;
    }
}
