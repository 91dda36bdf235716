package musubi.insight.report;

import java.util.ArrayList;
import java.util.List;

/** Calls of several threads of a rank can overlap; in a lane none do. */
final class CallLanes {
    private CallLanes() {}

    /** The calls of a rank, which are by time, in as few lanes as they need; one at least. */
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
