package musubi.insight.report;

import musubi.insight.trace.CallFamily;
import musubi.insight.trace.CallSpan;
import musubi.insight.trace.RankTrack;
import musubi.insight.trace.ReceivedMessage;

import java.util.ArrayList;
import java.util.List;

/**
 * Joins calls that poll, such as {@code test} and {@code iProbe}, to loops, which wait as long as a
 * blocking call would. A loop goes on while polls follow each other without another call between
 * them, at most {@value #LONGEST_GAP_NS} ns apart; it ends with the poll that finds its message.
 */
final class PollLoops {
    static final long LONGEST_GAP_NS = 1_000_000;

    private final RankTrack track;
    private final List<CallSpan> joined = new ArrayList<>();

    /** Null outside of a loop. */
    private CallSpan loop;

    private PollLoops(RankTrack track) {
        this.track = track;
    }

    /** The track with a single call, named as its last poll, for each loop. */
    static RankTrack join(RankTrack track) {
        PollLoops loops = new PollLoops(track);
        track.calls().forEach(loops::add);
        loops.end();
        return track.withCalls(loops.joined);
    }

    private void add(CallSpan call) {
        CallFamily family = call.family();
        if (!family.isPolling()) {
            end();
            joined.add(call);
            return;
        }
        if (loop != null && isApart(call)) {
            end();
        }
        long beginNs = loop == null ? call.beginNs() : loop.beginNs();
        loop =
                new CallSpan(
                        call.name(),
                        call.place(),
                        beginNs,
                        call.endNs(),
                        call.peer(),
                        call.bytes());
        if (findsMessage(call, family)) {
            end();
        }
    }

    /** Whether a call is too late for the loop, or is of another thread. */
    private boolean isApart(CallSpan call) {
        long gapNs = call.beginNs() - loop.endNs();
        return gapNs < 0 || gapNs > LONGEST_GAP_NS;
    }

    private void end() {
        if (loop != null) {
            joined.add(loop);
            loop = null;
        }
    }

    private boolean findsMessage(CallSpan call, CallFamily family) {
        List<ReceivedMessage> received = track.received();
        int i = firstFrom(call.beginNs());
        while (i < received.size() && received.get(i).ns() <= call.endNs()) {
            if (endsLoop(received.get(i), family)) {
                return true;
            }
            i++;
        }
        return false;
    }

    private static boolean endsLoop(ReceivedMessage message, CallFamily family) {
        return switch (message.step()) {
            case STORED -> family.awaitsArrival();
            case MATCHED -> family.awaitsMessage() && !message.landsLater();
            case MET, LANDED -> family.awaitsMessage();
        };
    }

    private int firstFrom(long ns) {
        int low = 0;
        int high = track.received().size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (track.received().get(middle).ns() < ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
