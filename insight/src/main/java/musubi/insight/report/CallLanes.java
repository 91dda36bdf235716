package musubi.insight.report;

import musubi.insight.trace.CallSpan;

import java.util.ArrayList;
import java.util.List;

/**
 * Distributes the calls of a rank, which overlap with several threads, over lanes without overlap.
 */
final class CallLanes {
    private CallLanes() {}

    /** The calls, given by time, in as few lanes as possible; at least one. */
    static List<List<CallSpan>> of(List<CallSpan> calls) {
        List<List<CallSpan>> lanes = new ArrayList<>(List.of(new ArrayList<>()));
        for (CallSpan call : calls) {
            lanes.stream()
                    .filter(lane -> lane.isEmpty() || lane.getLast().endNs() <= call.beginNs())
                    .findFirst()
                    .orElseGet(() -> added(lanes))
                    .add(call);
        }
        return lanes;
    }

    private static List<CallSpan> added(List<List<CallSpan>> lanes) {
        lanes.add(new ArrayList<>());
        return lanes.getLast();
    }
}
