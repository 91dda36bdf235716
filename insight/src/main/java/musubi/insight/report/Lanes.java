package musubi.insight.report;

import java.util.ArrayList;
import java.util.List;

/** Calls of several threads of a rank can overlap; in a lane none do. */
final class Lanes {
    private Lanes() {}

    /** The calls of a rank, which are by time, in as few lanes as they need; one at least. */
    static List<List<Call>> of(List<Call> calls) {
        List<List<Call>> lanes = new ArrayList<>(List.of(new ArrayList<>()));
        for (Call call : calls) {
            lanes.stream()
                    .filter(lane -> lane.isEmpty() || lane.getLast().endNs() <= call.beginNs())
                    .findFirst()
                    .orElseGet(() -> added(lanes))
                    .add(call);
        }
        return lanes;
    }

    private static List<Call> added(List<List<Call>> lanes) {
        lanes.add(new ArrayList<>());
        return lanes.getLast();
    }
}
