package musubi.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
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

/** Records jobs, and replays them with other delays, which would change their course. */
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

    /** Ranks 1 and 2 send with pauses; rank 0 writes down all outcomes, in order. */
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

    /** Makes all calls whose outcomes depend on time. */
    private static final class Receiver {
        private final StringBuilder trace;
        private final int[][] buffers = new int[4][20_000];
        private int left;

        Receiver(StringBuilder trace) throws Exception {
            this.trace = trace;
            left = SENT * (MPI.COMM_WORLD.getSize() - 1);
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

    /** The outcomes at each rank, which depend on the races of all. */
    @Test
    void shouldReplayEachRankAloneWhenDataWasRecorded() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        String recorded = folder.resolve("recorded").toString();
        String again = folder.resolve("again").toString();
        recorder(4).run(() -> everything(recorded, seed));
        for (int rank = 0; rank < 4; rank++) {
            alone(rank).run(() -> everything(again, seed + 1));
            assertEquals(trace("recorded" + rank), trace("again" + rank), "seed=" + seed);
        }
        assertEquals(trace("recorded"), trace("again"), "seed=" + seed);
    }

    private IsolatedJob recorder(int ranks) {
        return job("journal", ranks).with("journal.payload", "true");
    }

    private IsolatedJob alone(int rank) {
        return job("replay", 1).with("replay.rank", Integer.toString(rank));
    }

    private static void everything(String file, long seed) throws Exception {
        exchange(file, seed);
        StringBuilder trace = new StringBuilder();
        int me = MPI.COMM_WORLD.getRank();
        int known = around(trace, new Random(seed + me));
        Intracomm copy = MPI.COMM_WORLD.dup();
        Intracomm ordered = MPI.COMM_WORLD.split(0, known);
        Intracomm half = MPI.COMM_WORLD.split(me % 2, me);
        Intercomm both = MPI.COMM_WORLD.createIntercomm(half, 0, 1 - me % 2, 1);
        for (Comm comm : new Comm[] {MPI.COMM_WORLD, copy, ordered, half, both}) {
            collectives(trace, comm, known + trace.toString().hashCode());
        }
        others(trace, copy, known);
        Files.writeString(Path.of(file + me), trace);
    }

    /** All ranks send to all; the result depends on the order of arrival. */
    private static int around(StringBuilder trace, Random random) throws Exception {
        int size = MPI.COMM_WORLD.getSize();
        int me = MPI.COMM_WORLD.getRank();
        int[][] data = new int[2 * size][1];
        Request[] requests = new Request[2 * size];
        for (int other = 0; other < size; other++) {
            requests[other] = MPI.COMM_WORLD.iRecv(data[other], 1, MPI.INT, MPI.ANY_SOURCE, 2);
        }
        for (int other = 0; other < size; other++) {
            Thread.sleep(0, random.nextInt(900_000));
            data[size + other][0] = 10 * me;
            requests[size + other] = MPI.COMM_WORLD.iSend(data[size + other], 1, MPI.INT, other, 2);
        }
        int known = 0;
        for (int i = 0; i < 2 * size; i++) {
            int place = Request.waitAny(requests);
            known = 31 * known + data[place][0] + place;
            trace.append(place).append(':').append(data[place][0]).append(' ');
        }
        return known;
    }

    /** With a number that depends on races. */
    private static void collectives(StringBuilder trace, Comm comm, int known) throws Exception {
        comm.barrier();
        int peers = comm.isInter() ? ((Intercomm) comm).getRemoteSize() : comm.getSize();
        int[] mine = {known, comm.getRank()};
        int[] all = new int[2 * peers];
        comm.allGather(mine, 2, MPI.INT, all, 2, MPI.INT);
        trace.append(Arrays.toString(all));
        comm.allToAll(all.clone(), 2, MPI.INT, all, 2, MPI.INT);
        trace.append(Arrays.toString(all));
        double[] sum = new double[1];
        comm.allReduce(new double[] {1.0 / known}, sum, 1, MPI.DOUBLE, MPI.SUM);
        trace.append(sum[0]);
        int[] started = new int[1];
        Request[] requests = {
            comm.iBarrier(), comm.iAllReduce(mine, started, 1, MPI.INT, MPI.MAX), null
        };
        int[] later = new int[2 * peers];
        requests[2] = comm.iAllGather(mine, 2, MPI.INT, later, 2, MPI.INT);
        while (!requests[0].test()) {
            trace.append('-');
        }
        trace.append(Request.waitAny(requests)).append(Request.waitAny(requests));
        trace.append(started[0]).append(Arrays.toString(later));
        if (!comm.isInter()) {
            ofOneGroup(trace, comm, known);
        }
        trace.append('\n');
    }

    private static void ofOneGroup(StringBuilder trace, Comm comm, int known) throws Exception {
        int size = comm.getSize();
        int[] large = new int[50_000];
        Arrays.fill(large, comm.getRank() == size - 1 ? known : 0);
        comm.bcast(large, large.length, MPI.INT, size - 1);
        trace.append(large[large.length - 1]);
        int[] gathered = new int[size];
        comm.gather(new int[] {known}, 1, MPI.INT, gathered, 1, MPI.INT, 0);
        int[] scattered = new int[1];
        comm.scatter(gathered, 1, MPI.INT, scattered, 1, MPI.INT, 0);
        trace.append(Arrays.toString(gathered)).append(scattered[0]);
        Object[] objects = {comm.getRank() == 0 ? "known " + known : null};
        comm.bcast(objects, 1, MPI.OBJECT, 0);
        trace.append(objects[0]);
    }

    /** Other kinds of messages, in a ring. */
    private static void others(StringBuilder trace, Intracomm comm, int known) throws Exception {
        int me = comm.getRank();
        int next = (me + 1) % comm.getSize();
        int before = (me + comm.getSize() - 1) % comm.getSize();
        Request sent = comm.iSend(new Object[] {"of " + me, known}, 2, MPI.OBJECT, next, 3);
        Status found = comm.probe(MPI.ANY_SOURCE, 3);
        Object[] objects = new Object[found.getCount(MPI.OBJECT)];
        comm.recv(objects, objects.length, MPI.OBJECT, found.getSource(), 3);
        sent.waitFor();
        trace.append(Arrays.toString(objects));
        int[] large = new int[300_000];
        Arrays.fill(large, known);
        Request receive = comm.iRecv(new int[0], 0, MPI.INT, before, 4);
        comm.sSend(large, 0, MPI.INT, next, 4);
        receive.waitFor();
        int[] theirs = new int[large.length];
        Datatype column = Datatype.createVector(large.length / 3, 1, 3, MPI.INT);
        column.commit();
        comm.sendRecv(large, 1, column, next, 5, theirs, 1, column, before, 5);
        trace.append(theirs[0]).append(theirs[1]).append(theirs[large.length - 3]);
        comm.sendRecv(large, 1, MPI.INT, me, 6, theirs, 1, MPI.INT, me, 6);
        Prequest in = comm.recvInit(theirs, 7, MPI.INT, before, 7);
        Prequest out = comm.sendInit(large, 7, MPI.INT, next, 7);
        for (int i = 0; i < 3; i++) {
            large[6] = i * known;
            Prequest.startAll(new Prequest[] {in, out});
            Request.waitAll(new Request[] {in, out});
            trace.append(' ').append(theirs[6]);
        }
    }

    @Test
    void shouldReportTheEndOfTheJournalWhenASingleRankContinues() {
        recorder(2).run(() -> passOn(MPI.ANY_TAG, 3));
        AssertionError waits =
                assertThrows(AssertionError.class, () -> alone(0).run(() -> passOnTwice(true)));
        assertSays(waits, "code 125", "the journal ends here: rank=0", "recv source=any tag=any");
        AssertionError failed =
                assertThrows(AssertionError.class, () -> alone(0).run(() -> passOnTwice(false)));
        assertSays(failed, "the journal ends here: rank=0", "an answer to TEST");
        alone(1).run(() -> passOn(MPI.ANY_TAG, 3));
    }

    private static void passOnTwice(boolean waits) throws Exception {
        passOn(MPI.ANY_TAG, 3);
        Request request = MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        while (!waits && !request.test()) {
            Thread.onSpinWait();
        }
        request.waitFor();
    }

    @Test
    void shouldFindAgainInAProbeWhatWasNeverReceived() throws IOException {
        String recorded = folder.resolve("recorded").toString();
        String again = folder.resolve("again").toString();
        recorder(2).run(() -> lookOnly(recorded, false));
        alone(0).run(() -> lookOnly(again, false));
        assertEquals("1:5:3 1:6:2 1:7:4 ", trace("recorded"));
        assertEquals(trace("recorded"), trace("again"));
        AssertionError further =
                assertThrows(AssertionError.class, () -> alone(0).run(() -> lookOnly(again, true)));
        assertSays(further, "the journal ends here: rank=0", "recv source=1 tag=5");
    }

    private static void lookOnly(String file, boolean receives) throws Exception {
        if (MPI.COMM_WORLD.getRank() == 1) {
            MPI.COMM_WORLD.send(new int[3], 3, MPI.INT, 0, 5);
            MPI.COMM_WORLD.send(new Object[] {"a", "b"}, 2, MPI.OBJECT, 0, 6);
            MPI.COMM_WORLD.send(new int[4], 4, MPI.INT, 0, 7);
            return;
        }
        StringBuilder trace = new StringBuilder();
        noteFound(trace, MPI.COMM_WORLD.probe(1, 5), MPI.INT);
        noteFound(trace, MPI.COMM_WORLD.probe(1, 6), MPI.OBJECT);
        noteFound(trace, new Message().mProbe(MPI.ANY_SOURCE, 7, MPI.COMM_WORLD), MPI.INT);
        Files.writeString(Path.of(file), trace);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        if (receives) {
            MPI.COMM_WORLD.recv(new int[3], 3, MPI.INT, 1, 5);
        }
    }

    private static void noteFound(StringBuilder trace, Status found, Datatype type)
            throws Exception {
        trace.append(found.getSource()).append(':').append(found.getTag());
        trace.append(':').append(found.getCount(type)).append(' ');
    }

    @Test
    void shouldRefuseToCancelASendOfARankAlone() {
        recorder(2).run(() -> cancelSend());
        AssertionError refused =
                assertThrows(AssertionError.class, () -> alone(1).run(() -> cancelSend()));
        assertSays(refused, "cancellation of a send", "without --rank");
    }

    private static void cancelSend() throws Exception {
        int[] data = new int[1];
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        if (MPI.COMM_WORLD.getRank() == 1) {
            Request request = MPI.COMM_WORLD.isSend(data, 1, MPI.INT, 0, 0);
            request.cancel();
            request.waitFor();
        }
        MPI.COMM_WORLD.barrier();
    }

    @Test
    void shouldAdviseToRecordDataWhenThereIsNone() {
        job("journal", 2).run(() -> passOn(MPI.ANY_TAG, 3));
        AssertionError none =
                assertThrows(AssertionError.class, () -> alone(0).run(() -> passOn(3, 3)));
        assertSays(none, "record again with --journal-payload");
    }

    /** The last outcome of a run is often the cause of its failure. */
    @Test
    void shouldReturnNoAgainWhenThatWasTheLastOutcome() throws IOException {
        String recorded = folder.resolve("recorded").toString();
        String again = folder.resolve("again").toString();
        job("journal", 2).run(() -> askOnce(recorded, false));
        job("replay", 2).run(() -> askOnce(again, true));
        assertEquals("false", trace("recorded"));
        assertEquals("false", trace("again"));
    }

    /** Rank 0 probes for a message before or after rank 1 has sent it. */
    private static void askOnce(String file, boolean afterwards) throws Exception {
        int[] data = new int[1];
        Path asked = Path.of(file + ".asked");
        Path sent = Path.of(file + ".sent");
        if (MPI.COMM_WORLD.getRank() == 1) {
            await(asked, !afterwards);
            MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, 0);
            Files.createFile(sent);
        } else {
            await(sent, afterwards);
            boolean there = MPI.COMM_WORLD.iProbe(1, 0) != null;
            Files.createFile(asked);
            MPI.COMM_WORLD.recv(data, 1, MPI.INT, 1, 0);
            Files.writeString(Path.of(file), Boolean.toString(there));
        }
    }

    private static void await(Path file, boolean isDue) {
        while (isDue && !Files.exists(file)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldCancelWhatWasCancelledWhenReplayed() throws IOException {
        String recorded = folder.resolve("recorded").toString();
        String again = folder.resolve("again").toString();
        job("journal", 2).run(() -> cancel(recorded, false));
        job("replay", 2).run(() -> cancel(again, true));
        assertEquals("cancelled", trace("recorded"));
        assertEquals("cancelled", trace("again"));
    }

    /** Rank 0 cancels a receive before or after rank 1 has sent the message. */
    private static void cancel(String file, boolean afterwards) throws Exception {
        int[] data = new int[1];
        Path cancels = Path.of(file + ".cancels");
        Path sent = Path.of(file + ".sent");
        if (MPI.COMM_WORLD.getRank() == 1) {
            await(cancels, !afterwards);
            MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, 0);
            Files.createFile(sent);
        } else {
            Request request = MPI.COMM_WORLD.iRecv(data, 1, MPI.INT, 1, 0);
            await(sent, afterwards);
            for (int i = 0; i < 10; i++) {
                MPI.COMM_WORLD.iProbe(1, 5);
            }
            request.cancel();
            Files.createFile(cancels);
            boolean cancelled = request.waitStatus().isCancelled();
            if (cancelled) {
                MPI.COMM_WORLD.recv(data, 1, MPI.INT, 1, 0);
            }
            Files.writeString(Path.of(file), cancelled ? "cancelled" : "received");
        }
    }

    @Test
    void shouldReportTheDifferenceWhenTheProgramDeviates() {
        job("journal", 2).run(() -> passOn(MPI.ANY_TAG, 3));
        AssertionError other =
                assertThrows(AssertionError.class, () -> job("replay", 2).run(() -> passOn(4, 4)));
        assertSays(
                other,
                "does not follow the journal: rank=0",
                "receive=0 got message=0",
                "tag=3",
                "tag=4");
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
