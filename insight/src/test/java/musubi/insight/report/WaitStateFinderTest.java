package musubi.insight.report;

import static musubi.insight.trace.ReceivedMessage.Step.LANDED;
import static musubi.insight.trace.ReceivedMessage.Step.MATCHED;
import static musubi.insight.trace.ReceivedMessage.Step.MET;
import static musubi.insight.trace.ReceivedMessage.Step.STORED;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.insight.trace.MessageJoin;
import musubi.insight.trace.RankTrack;
import musubi.insight.trace.TrackMaker;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** Wait states of made-up recordings, with times in microseconds. */
class WaitStateFinderTest {
    private static final long US = 1000;

    /** As kind, rank, beginning, duration, late rank. */
    private static List<String> waits(TrackMaker... makers) {
        List<RankTrack> tracks = Arrays.stream(makers).map(maker -> maker.track().sort()).toList();
        return WaitStateFinder.find(tracks, MessageJoin.join(tracks)).waits().stream()
                .map(
                        wait ->
                                wait.kind().text()
                                        + " "
                                        + wait.rank()
                                        + " "
                                        + wait.beginNs() / US
                                        + " "
                                        + wait.durationNs() / US
                                        + " "
                                        + wait.cause())
                .toList();
    }

    private static TrackMaker rank(int rank) {
        return new TrackMaker(rank, 3, 0);
    }

    @Test
    void shouldFindALateSenderWhenAReceiveBeginsBeforeItsSend() {
        TrackMaker sender = rank(0).call("send", 70 * US, 80 * US).sent(75 * US, 1, "eager");
        TrackMaker receiver = rank(1).call("recv", 10 * US, 90 * US).received(85 * US, MATCHED, 0);
        assertEquals(List.of("late sender 1 10 60 0"), waits(sender, receiver));
        WaitState wait =
                WaitStateFinder.find(
                                List.of(sender.track(), receiver.track()),
                                MessageJoin.join(List.of(sender.track(), receiver.track())))
                        .waits()
                        .getFirst();
        assertEquals("Comm.recv at Main.main(Main.java:11)", wait.place());
        assertEquals("Comm.send at Main.main(Main.java:10)", wait.causePlace());
    }

    @Test
    void shouldFindNoLateSenderWhenTheSendCameFirst() {
        TrackMaker sender = rank(0).call("send", 5 * US, 8 * US).sent(7 * US, 1, "eager");
        TrackMaker receiver =
                rank(1).call("recv", 10 * US, 90 * US)
                        .received(20 * US, STORED, 0)
                        .received(21 * US, MET, 0);
        assertEquals(List.of(), waits(sender, receiver));
    }

    @Test
    void shouldTakeTheLongestWaitWhenACallCompletesSeveralMessages() {
        TrackMaker early = rank(0).call("isend", 30 * US, 31 * US).sent(30 * US, 1, "eager");
        TrackMaker late = rank(2).call("send", 50 * US, 52 * US).sent(51 * US, 1, "eager");
        TrackMaker receiver =
                rank(1).call("irecv", 1 * US, 2 * US)
                        .call("waitAll", 10 * US, 60 * US)
                        .received(31 * US, MATCHED, 0)
                        .received(55 * US, MATCHED, 2);
        assertEquals(List.of("late sender 1 10 40 2"), waits(early, late, receiver));
    }

    @Test
    void shouldBlameNoRankWhenAMessageOfACollectiveIsLate() {
        TrackMaker sender = rank(0).call("send", 70 * US, 80 * US).sent(75 * US, 1, 1, 7, "eager");
        TrackMaker receiver =
                rank(1).call("recv", 10 * US, 90 * US).received(85 * US, MATCHED, 0, 1, 7);
        assertEquals(List.of(), waits(sender, receiver));
    }

    @Test
    void shouldFindALateReceiverWhenASendHasToWaitForItsReceive() {
        TrackMaker sender = rank(0).call("send", 10 * US, 95 * US).sent(12 * US, 1, "rendezvous");
        TrackMaker receiver =
                rank(1).call("barrier", 11 * US, 20 * US)
                        .received(15 * US, STORED, 0)
                        .call("recv", 60 * US, 90 * US)
                        .received(61 * US, MET, 0)
                        .received(88 * US, LANDED, 0);
        assertEquals(List.of("late receiver 0 10 50 1"), waits(sender, receiver));
    }

    @Test
    void shouldFindALateReceiverWhenTheSenderWaitsForItsRequest() {
        TrackMaker sender =
                rank(0).call("isend", 10 * US, 12 * US)
                        .sent(11 * US, 1, "rendezvous")
                        .call("waitFor", 40 * US, 95 * US);
        TrackMaker receiver =
                rank(1).call("recv", 60 * US, 90 * US)
                        .received(60 * US, STORED, 0)
                        .received(61 * US, MET, 0)
                        .received(88 * US, LANDED, 0);
        assertEquals(List.of("late receiver 0 40 20 1"), waits(sender, receiver));
    }

    @Test
    void shouldFindNoLateReceiverWhenTheMessageWentWithItsData() {
        TrackMaker sender = rank(0).call("send", 10 * US, 95 * US).sent(12 * US, 1, "eager");
        TrackMaker receiver =
                rank(1).call("recv", 60 * US, 62 * US)
                        .received(60 * US, STORED, 0)
                        .received(61 * US, MET, 0);
        assertEquals(List.of(), waits(sender, receiver));
    }

    @Test
    void shouldCountWaitsForTheLastWhenRanksMeetAtABarrier() {
        assertEquals(
                List.of("wait at barrier 0 10 40 2", "wait at barrier 1 30 20 2"),
                waits(
                        rank(0).collective("BARRIER", 0, 0, 10 * US, 52 * US),
                        rank(1).collective("BARRIER", 0, 0, 30 * US, 52 * US),
                        rank(2).collective("BARRIER", 0, 0, 50 * US, 52 * US)));
    }

    @Test
    void shouldCountWaitsForTheLastWhenTheResultNeedsAll() {
        assertEquals(
                List.of("wait at N x N 1 20 5 0", "wait at N x N 2 22 3 0"),
                waits(
                        rank(0).collective("ALLREDUCE", 3, 0, 25 * US, 30 * US),
                        rank(1).collective("ALLREDUCE", 3, 0, 20 * US, 30 * US),
                        rank(2).collective("ALLREDUCE", 3, 0, 22 * US, 30 * US)));
    }

    @Test
    void shouldCountWaitsForTheRootWhenItHasTheValues() {
        assertEquals(
                List.of("late broadcast 0 10 25 1"),
                waits(
                        rank(0).collective("BCAST", 0, 1, 10 * US, 40 * US),
                        rank(1).collective("BCAST", 0, 1, 35 * US, 36 * US),
                        rank(2).collective("BCAST", 0, 1, 50 * US, 52 * US)));
    }

    @Test
    void shouldCountTheWaitOfTheRootWhenItGathers() {
        assertEquals(
                List.of("early reduce 1 10 20 0"),
                waits(
                        rank(0).collective("REDUCE", 0, 1, 30 * US, 31 * US),
                        rank(1).collective("REDUCE", 0, 1, 10 * US, 52 * US),
                        rank(2).collective("REDUCE", 0, 1, 50 * US, 52 * US)));
    }

    @Test
    void shouldLeaveAnOperationOutWhenARankHasNotRecordedIt() {
        assertEquals(
                List.of(),
                waits(
                        rank(0).collective("BARRIER", 0, 0, 10 * US, 52 * US),
                        rank(1).collective("BARRIER", 0, 0, 30 * US, 52 * US),
                        rank(2).collective("BARRIER", 1, 0, 50 * US, 52 * US)));
    }

    @Test
    void shouldKeepOperationsApartWhenACommunicatorGetsAContextAgain() {
        assertEquals(
                List.of("wait at barrier 0 10 5 1", "wait at barrier 1 110 5 0"),
                waits(
                        rank(0).collective("BARRIER", 0, 0, 10 * US, 16 * US)
                                .collective("BARRIER", 0, 0, 115 * US, 116 * US),
                        rank(1).collective("BARRIER", 0, 0, 15 * US, 16 * US)
                                .collective("BARRIER", 0, 0, 110 * US, 116 * US),
                        rank(2).collective("BARRIER", 0, 0, 15 * US, 16 * US)
                                .collective("BARRIER", 0, 0, 115 * US, 116 * US)));
    }
}
