package musubi.insight.trace;

import static musubi.insight.trace.ReceivedMessage.Step.LANDED;
import static musubi.insight.trace.ReceivedMessage.Step.MATCHED;
import static musubi.insight.trace.ReceivedMessage.Step.MET;
import static musubi.insight.trace.ReceivedMessage.Step.STORED;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Matches both ends of messages, and synchronises clocks by them. */
class MessageJoinTest {

    /** As sender, receiver, when sent, matched and landed, and whether it was unexpected. */
    private static List<String> join(TrackMaker... makers) {
        List<RankTrack> tracks = List.of(makers).stream().map(TrackMaker::track).toList();
        return MessageJoin.join(tracks).stream()
                .map(
                        m ->
                                m.from()
                                        + ">"
                                        + m.to()
                                        + " "
                                        + m.sent().ns()
                                        + " "
                                        + m.matchedNs()
                                        + " "
                                        + m.landedNs()
                                        + (m.unexpected() ? " early" : ""))
                .toList();
    }

    @Test
    void shouldFollowEachMessageThroughItsStepsWhenReceivesComeInAnotherOrder() {
        TrackMaker sender =
                new TrackMaker(0)
                        .sent(1, 1, 0, 5, "eager")
                        .sent(2, 1, 0, 6, "rendezvous")
                        .sent(3, 1, 0, 5, "eager")
                        .sent(4, 1, 2, 5, "claim");
        TrackMaker receiver =
                new TrackMaker(1)
                        .received(11, STORED, 0, 0, 5)
                        .received(12, STORED, 0, 0, 6)
                        .received(13, STORED, 0, 0, 5)
                        .received(14, MATCHED, 0, 2, 5)
                        .received(15, LANDED, 0, 2, 5)
                        .received(21, MET, 0, 0, 6)
                        .received(22, MET, 0, 0, 5)
                        .received(23, LANDED, 0, 0, 6)
                        .received(24, MET, 0, 0, 5);
        assertEquals(
                List.of(
                        "0>1 1 22 22 early",
                        "0>1 2 21 23 early",
                        "0>1 3 24 24 early",
                        "0>1 4 14 15"),
                join(sender, receiver));
    }

    @Test
    void shouldLeaveAMessageOutWhenOneEndIsNotRecorded() {
        TrackMaker sender = new TrackMaker(0).sent(1, 1, "eager").sent(2, 2, "eager");
        TrackMaker receiver = new TrackMaker(1).received(5, MATCHED, 0).received(6, MATCHED, 3);
        assertEquals(List.of("0>1 1 5 5"), join(sender, receiver));
    }

    @Test
    void shouldBringClocksTogetherByTheFastestMessagesEachWay() {
        // The clock of node 1 is 1000 ahead of node 0, node 2 is 500 behind node 1; 10 one way.
        TrackMaker first =
                new TrackMaker(0, 4, 0)
                        .sent(100, 1, "eager")
                        .sent(200, 1, "eager")
                        .received(400, MATCHED, 1);
        TrackMaker second =
                new TrackMaker(1, 4, 1)
                        .received(1150, MATCHED, 0)
                        .received(1210, MATCHED, 0)
                        .sent(1390, 0, "eager")
                        .sent(2000, 2, "eager")
                        .received(2110, MATCHED, 2);
        TrackMaker third =
                new TrackMaker(2, 4, 2).received(1510, MATCHED, 1).sent(1600, 1, "eager");
        TrackMaker alone = new TrackMaker(3, 4, 3);
        List<RankTrack> tracks =
                List.of(first, second, third, alone).stream().map(TrackMaker::track).toList();
        assertEquals(
                Map.of(0, 0L, 1, -1000L, 2, -500L, 3, 0L),
                NodeClocks.offsets(tracks, MessageJoin.join(tracks)));
    }

    @Test
    void shouldLeaveTheTimeOfDayAsFarAsMessagesPermitWhenAllWereSlow() {
        long ms = 1_000_000;
        for (long[] rtt : new long[][] {{80 * ms, 50_000, 0}, {85 * ms, -3 * ms, -3 * ms}}) {
            TrackMaker first =
                    new TrackMaker(0, 2, 0).sent(0, 1, "eager").received(rtt[1], MATCHED, 1);
            TrackMaker second =
                    new TrackMaker(1, 2, 1).sent(0, 0, "eager").received(rtt[0], MATCHED, 0);
            List<RankTrack> tracks = List.of(first.track(), second.track());
            assertEquals(
                    Map.of(0, 0L, 1, rtt[2]), NodeClocks.offsets(tracks, MessageJoin.join(tracks)));
        }
    }

    @Test
    void shouldGoInAStraightLineWhenTheRecordingsClockDrifts() {
        ClockMapping clock = new ClockMapping();
        clock.add(1_000_000_000, 50);
        clock.add(3_000_000_000L, 2_000_000_050L + 40_000);
        assertEquals(50 - 100, clock.hostNs(1_000_000_000 - 100));
        assertEquals(50 + 1_000_000_000 + 20_000, clock.hostNs(2_000_000_000));
        assertEquals(2_000_000_050L + 40_000 + 7, clock.hostNs(3_000_000_007L));
    }
}
