package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.session.AckTimer;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

class IdleDisconnectTest {
    private static int connections(TcpJob job, int rank) {
        return job.transport(rank).connectionCount();
    }

    private static void awaitDisconnected(TcpJob job) {
        job.pollUntil(() -> connections(job, 0) == 0 && connections(job, 1) == 0);
    }

    private static void sendAndAwait(TcpJob job, Endpoint endpoint, int to, int tag) {
        int before = job.tags(to).size();
        job.send(endpoint, tag, new byte[tag * 1000]);
        job.pollUntil(() -> job.tags(to).size() == before + 1);
    }

    @Test
    void shouldEndTheConnectionWhenOneRankDoesNotNeedIt() {
        try (TcpJob job = TcpJob.of(2)) {
            Endpoint back = job.connect(1, 0);
            for (int round = 0; round < 20; round++) {
                Endpoint there = job.connect(0, 1);
                sendAndAwait(job, there, 1, 2 * round);
                sendAndAwait(job, back, 0, 2 * round);
                assertEquals(1, connections(job, 0));
                there.close();
                awaitDisconnected(job);
                sendAndAwait(job, back, 0, 2 * round + 1);
                awaitDisconnected(job);
            }
            assertEquals(IntStream.range(0, 40).boxed().toList(), job.tags(0));
            assertEquals(IntStream.range(0, 20).map(i -> 2 * i).boxed().toList(), job.tags(1));
            assertEquals(List.of(), job.inbounds.get(0).lostPeers);
            assertEquals(List.of(), job.inbounds.get(1).lostPeers);
        }
    }

    @Test
    void shouldEndTheConnectionWhenBothCloseAtOnce() {
        try (TcpJob job = TcpJob.of(2)) {
            for (int round = 0; round < 20; round++) {
                Endpoint there = job.connect(0, 1);
                Endpoint back = job.connect(1, 0);
                sendAndAwait(job, there, 1, round);
                sendAndAwait(job, back, 0, round);
                there.close();
                back.close();
                awaitDisconnected(job);
            }
            assertEquals(job.tags(0), job.tags(1));
        }
    }

    @Test
    void shouldKeepTheConnectionWhileThePeerDoesNotPoll() {
        try (TcpJob job = TcpJob.of(2)) {
            Endpoint there = job.connect(0, 1);
            sendAndAwait(job, there, 1, 0);
            there.close();
            for (int i = 0; i < 1000; i++) {
                job.transports.get(0).poll(8);
            }
            Endpoint again = job.connect(0, 1);
            sendAndAwait(job, again, 1, 1);
            assertEquals(List.of(0, 1), job.tags(1));
        }
    }

    @Test
    void shouldLoseATerminatedPeerWhenItIsNeededAgain() {
        try (TcpJob job = TcpJob.of(2)) {
            Endpoint there = job.connect(0, 1);
            sendAndAwait(job, there, 1, 0);
            there.close();
            awaitDisconnected(job);
            job.leave(1).join();
            Endpoint again = job.connect(0, 1);
            Region region = new Region().wrapArray(new byte[8], 0, 8);
            awaitLoss(job, again, region);
        }
    }

    @Test
    void shouldLoseAPeerThatShutsDownWhileTheConnectionEnds() {
        for (int polls = 0; polls < 40; polls++) {
            try (TcpJob job = TcpJob.of(2)) {
                Endpoint there = job.connect(0, 1);
                sendAndAwait(job, there, 1, 0);
                there.close();
                for (int i = 0; i < polls; i++) {
                    job.transports.get(i % 2).poll(8);
                }
                job.leave(1);
                Endpoint again = job.connect(0, 1);
                awaitLoss(job, again, new Region().wrapArray(new byte[8], 0, 8));
            }
        }
    }

    /** Small messages, and large ones, parts of which the second and third stream carry. */
    @Test
    void shouldKeepOrderAndZeroCopySendsWhenPeersWithStreamsDisconnect() {
        try (TcpJob job = new TcpJob(2)) {
            Map<String, String> settings = Map.of(TcpSettings.STREAMS.name(), "3");
            job.join(settings);
            job.join(settings);
            Endpoint back = job.connect(1, 0);
            for (int round = 0; round < 20; round++) {
                Endpoint there = job.connect(0, 1);
                ZeroCopyRecorder last = null;
                for (int part = 0; part < 5; part++) {
                    last = lend(job, there, 5 * round + part, part == 2 ? 100 : 200_000 + part);
                    lend(job, back, 5 * round + part, 30_000 + part);
                }
                if (round % 2 == 0) {
                    there.close();
                } else {
                    back.close();
                }
                int messages = 5 * round + 5;
                job.pollUntil(() -> job.tags(1).size() == messages);
                awaitDisconnected(job);
                assertTrue(last.isCompleted(), "referred to after all was received");
                there = job.connect(0, 1);
                back = job.connect(1, 0);
            }
            assertEquals(IntStream.range(0, 100).boxed().toList(), job.tags(0));
            assertEquals(IntStream.range(0, 100).boxed().toList(), job.tags(1));
            assertEquals(List.of(), job.inbounds.get(0).lostPeers);
            assertEquals(List.of(), job.inbounds.get(1).lostPeers);
        }
    }

    private static ZeroCopyRecorder lend(TcpJob job, Endpoint endpoint, int tag, int bytes) {
        Region region = new Region().wrap(Arena.ofAuto().allocate(bytes), 0, bytes);
        ZeroCopyRecorder zeroCopy = ZeroCopyRecorder.of(endpoint);
        job.pollUntil(
                () ->
                        zeroCopy.send(TcpJob.envelope(tag), region, bytes, true)
                                == SendOutcome.ACCEPTED);
        return zeroCopy;
    }

    @Test
    void shouldCheckAConnectionUntilItIsDisconnected() {
        try (TcpJob job = TcpJob.of(2)) {
            Endpoint there = job.connect(0, 1);
            Endpoint back = job.connect(1, 0);
            sendAndAwait(job, there, 1, 0);
            sendAndAwait(job, back, 0, 1);
            there.close();
            awaitDisconnected(job);
            AckTimer timer = job.transport(0).connections().ackTimer();
            job.pollForTicks(0, 2);
            long before = timer.visits();
            job.pollForTicks(0, 5);
            assertEquals(before, timer.visits(), "a disconnected peer was checked");
        }
    }

    private static void awaitLoss(TcpJob job, Endpoint endpoint, Region region) {
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        while (job.inbounds.get(0).lostPeers.isEmpty() && System.nanoTime() < deadline) {
            endpoint.trySend(TcpJob.envelope(9), region, 0, 8);
            job.transports.get(0).poll(8);
        }
        assertEquals(List.of(1), job.inbounds.get(0).lostPeers);
        assertTrue(
                endpoint.trySend(TcpJob.envelope(9), region, 0, 8) == SendOutcome.PEER_LOST,
                "takes messages for a lost peer");
    }
}
