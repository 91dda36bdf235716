package musubi.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** Jobs are recorded, and then repeated with other delays, by which they would take other ways. */
class RecordAndReplayTest {
    private static final int SENT = 40;
    private static final int ROUNDS = 8;

    @TempDir private Path folder;

    private IsolatedJob job(String setting) {
        return job(setting, 3);
    }

    private IsolatedJob job(String setting, int ranks) {
        Map<String, String> settings = Map.of("transport", "self,shm", "deadlock.after", "0");
        return IsolatedJob.of(ranks, settings).with(setting, folder.resolve("journal").toString());
    }

    private String trace(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void shouldTakeTheSameWayWhenReplayed() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        String recorded = folder.resolve("recorded").toString();
        job("journal").run(() -> exchange(recorded, seed));
        for (int i = 1; i <= 3; i++) {
            String again = folder.resolve("again" + i).toString();
            long other = seed + i;
            job("replay").run(() -> exchange(again, other));
            assertEquals(trace("recorded"), trace("again" + i), "seed=" + seed);
        }
        String free = folder.resolve("free").toString();
        Map<String, String> settings = Map.of("transport", "self,shm");
        IsolatedJob.of(3, settings).run(() -> exchange(free, seed + 1));
        assertNotEquals(trace("recorded"), trace("free"), "the program does not depend on time");
    }

    /** Ranks 1 and 2 send with pauses; rank 0 writes down what it gets to know, and when. */
    private static void exchange(String file, long seed) throws Exception {
        int me = MPI.COMM_WORLD.getRank();
        Random random = new Random(seed + 31 * me);
        for (int round = 0; round < ROUNDS; round++) {
            if (me == 0) {
                StringBuilder trace = new StringBuilder();
                Receiver receiver = new Receiver(trace);
                receiver.receiveAll(round);
                MPI.COMM_WORLD.barrier();
                Files.writeString(
                        Path.of(file), trace, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } else {
                send(random);
                MPI.COMM_WORLD.barrier();
            }
        }
    }

    private static void send(Random random) throws Exception {
        int me = MPI.COMM_WORLD.getRank();
        for (int i = 0; i < SENT; i++) {
            if (random.nextInt(4) == 0) {
                Thread.sleep(0, random.nextInt(900_000));
            }
            int length = i % 8 == 3 ? 20_000 : 1;
            int[] data = new int[length];
            Arrays.fill(data, 1000 * me + i);
            MPI.COMM_WORLD.send(data, length, MPI.INT, 0, i % 3);
        }
    }

    /** Asks in all the ways whose answers depend on time. */
    private static final class Receiver {
        private final StringBuilder trace;
        private final int[][] buffers = new int[4][20_000];
        private int left = 2 * SENT;

        Receiver(StringBuilder trace) {
            this.trace = trace;
        }

        void receiveAll(int way) throws Exception {
            while (left > 0) {
                switch (way) {
                    case 0 -> receive();
                    case 1 -> probed();
                    case 2 -> looked();
                    case 3 -> matched();
                    case 4 -> tested();
                    case 5 -> oneOf(true);
                    case 6 -> oneOf(false);
                    default -> someOf();
                }
            }
            trace.append('\n');
        }

        private void note(Status status, int[] data) throws Exception {
            trace.append(status.getSource()).append(':').append(status.getTag());
            trace.append(':').append(data[0]).append(' ');
            left--;
        }

        private void receive() throws Exception {
            Status status =
                    MPI.COMM_WORLD.recv(buffers[0], 20_000, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            note(status, buffers[0]);
        }

        private void probed() throws Exception {
            Status found = MPI.COMM_WORLD.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            int source = found.getSource();
            note(
                    MPI.COMM_WORLD.recv(buffers[0], 20_000, MPI.INT, source, found.getTag()),
                    buffers[0]);
        }

        private void looked() throws Exception {
            Status found = MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            if (found == null) {
                trace.append("- ");
            } else {
                int source = found.getSource();
                note(
                        MPI.COMM_WORLD.recv(buffers[0], 20_000, MPI.INT, source, found.getTag()),
                        buffers[0]);
            }
        }

        private void matched() throws Exception {
            Message message = new Message();
            message.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, MPI.COMM_WORLD);
            note(message.mRecv(buffers[0], 20_000, MPI.INT), buffers[0]);
        }

        private Request posted(int place) throws Exception {
            return MPI.COMM_WORLD.iRecv(
                    buffers[place], 20_000, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        }

        private void tested() throws Exception {
            Request request = posted(0);
            Status status;
            int no = 0;
            while ((status = request.testStatus()) == null) {
                no++;
            }
            trace.append(no).append('x');
            note(status, buffers[0]);
        }

        private Request[] four() throws Exception {
            Request[] requests = new Request[Math.min(4, left)];
            for (int i = 0; i < requests.length; i++) {
                requests[i] = posted(i);
            }
            return requests;
        }

        private void oneOf(boolean wait) throws Exception {
            Request[] requests = four();
            for (int i = 0; i < requests.length; ) {
                Status status =
                        wait ? Request.waitAnyStatus(requests) : Request.testAnyStatus(requests);
                if (status == null) {
                    trace.append("- ");
                } else {
                    trace.append('@').append(status.getIndex()).append(' ');
                    note(status, buffers[status.getIndex()]);
                    i++;
                }
            }
        }

        private void someOf() throws Exception {
            Request[] requests = four();
            for (int i = 0; i < requests.length; ) {
                Status[] found = Request.waitSomeStatus(requests);
                trace.append('#').append(found.length).append(' ');
                for (Status status : found) {
                    note(status, buffers[status.getIndex()]);
                }
                i += found.length;
            }
        }
    }

    @Test
    void shouldCancelWhatWasCancelledWhenReplayed() throws IOException {
        String recorded = folder.resolve("recorded").toString();
        String again = folder.resolve("again").toString();
        job("journal", 2).run(() -> cancelAfter(recorded, 0, 300));
        job("replay", 2).run(() -> cancelAfter(again, 300, 0));
        assertEquals("cancelled", trace("recorded"));
        assertEquals("cancelled", trace("again"));
    }

    private static void cancelAfter(String file, int pause0, int pause1) throws Exception {
        int[] data = new int[1];
        if (MPI.COMM_WORLD.getRank() == 1) {
            Thread.sleep(pause1);
            MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, 0);
        } else {
            Request request = MPI.COMM_WORLD.iRecv(data, 1, MPI.INT, 1, 0);
            for (int i = 0; i < 10; i++) {
                MPI.COMM_WORLD.iProbe(1, 5);
                Thread.sleep(pause0 / 10);
            }
            request.cancel();
            boolean cancelled = request.waitStatus().isCancelled();
            if (cancelled) {
                MPI.COMM_WORLD.recv(data, 1, MPI.INT, 1, 0);
            }
            Files.writeString(Path.of(file), cancelled ? "cancelled" : "received");
        }
    }

    @Test
    void shouldSayWhatDiffersWhenTheProgramDoesSomethingElse() {
        job("journal", 2).run(() -> passOn(MPI.ANY_TAG, 3));
        AssertionError other =
                assertThrows(AssertionError.class, () -> job("replay", 2).run(() -> passOn(4, 4)));
        assertSays(
                other, "rank=0 does something else", "receive=0 got message=0", "tag=3", "tag=4");
    }

    private static void passOn(int wanted, int sent) throws Exception {
        int[] data = new int[1];
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        if (MPI.COMM_WORLD.getRank() == 1) {
            MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, sent);
        } else {
            MPI.COMM_WORLD.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, wanted);
        }
    }

    @Test
    void shouldRefuseAJournalOfAnotherJob() {
        job("journal", 2).run(() -> passOn(MPI.ANY_TAG, 3));
        AssertionError other =
                assertThrows(
                        AssertionError.class,
                        () -> job("replay", 3).run(() -> MPI.COMM_WORLD.barrier()));
        assertTrue(
                other.getMessage().contains("cannot replay: "),
                () -> "said something else: " + other.getMessage());
    }

    private static void assertSays(AssertionError failure, String... parts) {
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), () -> part + " not in " + failure);
        }
    }
}
