package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** The part of the contract about endpoints that are closed and opened again. */
public abstract class ClosedEndpointContract extends TransportContract {
    protected ClosedEndpointContract() {}

    private static void sendNumber(ContractJob job, int from, int to, int number, int bytes) {
        byte[] content = Patterns.bytes(number, bytes);
        job.drive(from, to, envelope(number, 0), Patterns.region(content));
    }

    private static void checkNumbers(ContractJob job, int rank, int messages) {
        job.driveUntil(rank, messages);
        assertEquals(messages, job.messages(rank).size());
        for (int i = 0; i < messages; i++) {
            Received message = job.messages(rank).get(i);
            assertEquals(i, message.envelope().tag);
            assertArrayEquals(Patterns.bytes(i, message.payload().length), message.payload());
        }
    }

    @Test
    void shouldDeliverAcceptedMessagesWhenTheEndpointIsClosed() {
        try (ContractJob job = open(2)) {
            int eager = Math.min(job.transport(0).traits().eagerLimitBytes(), 1 << 16);
            for (int i = 0; i < 5; i++) {
                sendNumber(job, 0, receiver(), i, eager);
            }
            job.closeEndpoint(0, receiver());
            checkNumbers(job, receiver(), 5);
        }
    }

    @Test
    void shouldReportArrivalsWhenTheEndpointIsClosed() {
        assumeTrue(!isLoopback());
        try (ContractJob job = open(2)) {
            sendNumber(job, 0, 1, 0, 8);
            job.closeEndpoint(0, 1);
            for (int i = 0; i < 200; i++) {
                job.pollAll();
                sendNumber(job, 1, 0, i, 100);
            }
            checkNumbers(job, 0, 200);
        }
    }

    @Test
    void shouldKeepOrderWhenEndpointsAreClosedAndMadeAgain() {
        int messages = 300;
        try (ContractJob job = open(2)) {
            int eager = Math.min(job.transport(0).traits().eagerLimitBytes(), 1 << 16);
            int[] sent = new int[2];
            while (sent[0] < messages && sent[1] < messages) {
                int from = isLoopback() ? 0 : random.nextInt(2);
                int to = receiver() - from;
                int bytes = random.nextInt(random.nextInt(10) == 0 ? eager : 100);
                sendNumber(job, from, to, sent[from]++, bytes);
                for (int polls = random.nextInt(4) * random.nextInt(30); polls > 0; polls--) {
                    job.pollAll();
                }
                if (random.nextInt(4) == 0) {
                    job.closeEndpoint(from, to);
                }
                if (random.nextInt(10) == 0) {
                    job.closeEndpoint(to, from);
                }
            }
            checkNumbers(job, receiver(), sent[0]);
            if (!isLoopback()) {
                checkNumbers(job, 0, sent[1]);
            }
        }
    }

    @Test
    void shouldKeepOrderWhenAllCloseWhileOthersSend() throws Exception {
        int ranks = 4;
        int messages = 800;
        assumeTrue(!isLoopback());
        try (ContractJob job = open(ranks)) {
            job.inThreads(
                    rank -> {
                        int[] seen = new int[ranks];
                        job.inbound(rank)
                                .deliverTo(m -> assertEquals(seen[m.from()]++, m.envelope().tag));
                        sendThroughOneEndpointAtATime(job, rank, messages);
                        job.receive(rank, messages * (ranks - 1));
                    });
        }
    }

    private void sendThroughOneEndpointAtATime(ContractJob job, int rank, int messages) {
        Random mine = new Random(seed + rank);
        int[] sent = new int[job.ranks()];
        int latest = rank;
        for (int left = messages * (job.ranks() - 1); left > 0; ) {
            int to = mine.nextInt(job.ranks());
            if (to != rank && sent[to] < messages) {
                if (to != latest && latest != rank) {
                    job.closeEndpoint(rank, latest);
                }
                latest = to;
                int run = Math.min(1 + mine.nextInt(20), messages - sent[to]);
                for (int i = 0; i < run; i++) {
                    byte[] content = new byte[mine.nextInt(200)];
                    job.send(rank, to, envelope(sent[to]++, 0), Patterns.region(content));
                }
                left -= run;
            }
        }
    }
}
