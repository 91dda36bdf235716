package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** Notes that ranks print without checks. */
class CallNotesTest {
    private static final Map<String, String> TRANSPORT = Map.of("transport", "self,memory");

    /** The notes of a job, sorted. */
    private static List<String> notes(Runnable job) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            job.run();
        } finally {
            System.setErr(before);
        }
        return printed.toString().lines().filter(line -> line.contains("note: ")).sorted().toList();
    }

    /** The notes of two ranks, sorted. */
    private static List<String> notesOf(IsolatedJob.Program program) {
        return notes(() -> IsolatedJob.of(2, TRANSPORT).run(program));
    }

    private static void assertOnlyNote(String text, List<String> notes) {
        assertEquals(1, notes.size(), () -> "" + notes);
        assertTrue(notes.getFirst().contains(text), notes::getFirst);
    }

    private static void transfer(
            Object out, int sent, Datatype sentType, Object in, int received, Datatype type) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.getRank() == 0) {
            world.send(out, sent, sentType, 1, 5);
        } else {
            world.recv(in, received, type, 0, 5);
        }
    }

    private static Datatype pair() {
        Datatype pair =
                Datatype.createStruct(
                        new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
        pair.commit();
        return pair;
    }

    @Test
    void shouldNoteALineOnceWhenItsMessagesAreOfAnotherType() {
        List<String> notes =
                notesOf(
                        () -> {
                            for (int i = 0; i < 3; i++) {
                                transfer(new int[1], 1, MPI.INT, new float[1], 1, MPI.FLOAT);
                            }
                        });
        assertOnlyNote("receives a message of MPI.INT as MPI.FLOAT: source=0 tag=5", notes);
        assertTrue(notes.getFirst().startsWith("musubi: rank 1: note: Comm.recv at misuse.Call"));
    }

    @Test
    void shouldNoteSeveralBasicTypesWhenTheyAreReceivedAsOne() {
        List<String> notes =
                notesOf(
                        () ->
                                transfer(
                                        MPI.newByteBuffer(16),
                                        1,
                                        pair(),
                                        new byte[16],
                                        16,
                                        MPI.BYTE));
        assertOnlyNote("receives a message of mixed types as MPI.BYTE", notes);
    }

    @Test
    void shouldNoteNothingWhenTypesMatch() {
        List<String> notes =
                notesOf(
                        () -> {
                            Datatype row = Datatype.createContiguous(2, MPI.INT);
                            row.commit();
                            transfer(new int[2], 2, MPI.INT, new int[2], 1, row);
                            transfer(new byte[4], 4, MPI.PACKED, new int[1], 1, MPI.INT);
                            transfer(new int[1], 1, MPI.INT, new byte[4], 4, MPI.PACKED);
                            // The first item of a longer receive.
                            transfer(new int[1], 1, MPI.INT, MPI.newByteBuffer(16), 1, pair());
                            transfer(MPI.newByteBuffer(16), 1, pair(), new byte[16], 1, pair());
                            transfer(new int[0], 0, MPI.INT, new float[1], 1, MPI.FLOAT);
                        });
        assertEquals(List.of(), notes);
    }

    /** Ready sends that come before their receives, or after them. */
    private static void sendReady(boolean early) {
        Intracomm world = MPI.COMM_WORLD;
        int large = 1 << 20;
        if (world.getRank() == 0) {
            if (!early) {
                world.recv(new int[0], 0, MPI.INT, 1, 4);
            }
            world.rSend(new int[1], 1, MPI.INT, 1, 1);
            Request out = world.irSend(new int[large], large, MPI.INT, 1, 2);
            Prequest prepared = world.rSendInit(new int[1], 1, MPI.INT, 1, 3);
            prepared.start();
            prepared.waitFor();
            prepared.free();
            world.send(new int[0], 0, MPI.INT, 1, 4);
            out.waitFor();
            return;
        }
        if (early) {
            world.recv(new int[0], 0, MPI.INT, 0, 4);
        }
        Request[] in = new Request[3];
        in[0] = world.iRecv(new int[1], 1, MPI.INT, 0, 1);
        in[1] = world.iRecv(new int[large], large, MPI.INT, 0, 2);
        in[2] = world.iRecv(new int[1], 1, MPI.INT, 0, 3);
        if (!early) {
            world.send(new int[0], 0, MPI.INT, 0, 4);
            world.recv(new int[0], 0, MPI.INT, 0, 4);
        }
        Request.waitAll(in);
    }

    @Test
    void shouldNoteReadySendsWhenTheyComeBeforeTheirReceives() {
        List<String> notes = notesOf(() -> sendReady(true));
        assertEquals(3, notes.size(), () -> "" + notes);
        for (int i = 0; i < 3; i++) {
            String text = "Comm.iRecv at misuse.CallNotesTest.sendReady";
            assertTrue(notes.get(i).contains(text), notes.get(i));
            text = "a ready send that came before the receive was posted: source=0 tag=" + (i + 1);
            assertTrue(notes.get(i).contains(text), notes.get(i));
        }
    }

    @Test
    void shouldNoteNothingWhenReadySendsComeAfterTheirReceives() {
        assertEquals(List.of(), notesOf(() -> sendReady(false)));
    }

    @Test
    void shouldNoteACallWhenItReceivesIntoWhatItSends() {
        List<String> notes =
                notesOf(
                        () -> {
                            int other = 1 - MPI.COMM_WORLD.getRank();
                            int[] data = new int[4];
                            MPI.COMM_WORLD.Sendrecv(
                                    data, 0, 2, MPI.INT, other, 0, data, 1, 2, MPI.INT, other, 0);
                            MPI.COMM_WORLD.Sendrecv(
                                    data, 0, 2, MPI.INT, other, 0, data, 2, 2, MPI.INT, other, 0);
                        });
        assertEquals(2, notes.size(), () -> "" + notes);
        notes.forEach(line -> assertTrue(line.contains("sends from memory into which"), line));
    }

    /** Two ranks exchange messages; the sender of each changes its buffer before the wait. */
    private static void changeInFlight(int[] data, boolean changes) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.getRank() == 0) {
            Request out = world.iSend(data, data.length, MPI.INT, 1, 0);
            data[0] += changes ? 1 : 0;
            out.waitFor();
        } else {
            world.recv(data, data.length, MPI.INT, 0, 0);
        }
    }

    @Test
    void shouldNoteASendBufferWhenItIsChangedInFlight() {
        List<String> notes = notesOf(() -> changeInFlight(new int[4], true));
        assertOnlyNote("the send buffer was changed before the operation was complete", notes);
        assertTrue(notes.getFirst().contains("bytes 0 to 15 of int[]"), notes::getFirst);
        assertTrue(notes.getFirst().contains("Request.waitFor at misuse.CallNotesTest"));
    }

    @Test
    void shouldNoteOnlyTheFirstCallsAndBytesWhenBuffersAreChangedInFlight() {
        assertEquals(List.of(), notesOf(() -> changeInFlight(new int[(1 << 22) + 1], true)));
        List<String> notes =
                notesOf(
                        () -> {
                            for (int i = 0; i < 256; i++) {
                                changeInFlight(new int[4], false);
                            }
                            changeInFlight(new int[4], true);
                        });
        assertEquals(List.of(), notes);
    }

    @Test
    void shouldNoteAReceiveWhenItsBufferIsInUse() {
        List<String> notes =
                notesOf(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int[] data = new int[4];
                            if (world.getRank() == 0) {
                                Request one = world.iRecv(data, 2, MPI.INT, 1, 0);
                                Request two = world.Irecv(data, 1, 2, MPI.INT, 1, 1);
                                Request.waitAll(new Request[] {one, two});
                            } else {
                                world.send(data, 2, MPI.INT, 0, 0);
                                world.send(data, 2, MPI.INT, 0, 1);
                            }
                        });
        assertOnlyNote("this call writes bytes 4 to 11 of int[], in use by a non-blocking", notes);
    }

    @Test
    void shouldNoteNothingWhenBuffersAreUsedInTurn() {
        List<String> notes =
                notesOf(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int other = 1 - world.getRank();
                            int[] data = new int[4];
                            for (int i = 0; i < 3; i++) {
                                Request in = world.iRecv(data, 2, MPI.INT, other, 0);
                                Request out = world.Isend(data, 2, 2, MPI.INT, other, 0);
                                Request again = world.Isend(data, 2, 1, MPI.INT, other, 1);
                                Request.waitAll(new Request[] {in, out});
                                again.waitFor();
                                data[2]++;
                                world.recv(data, 1, MPI.INT, other, 1);
                            }
                        });
        assertEquals(List.of(), notes);
    }

    @Test
    void shouldCountWhatIsLeftWhenARankFinalizes() {
        List<String> notes =
                notesOf(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            if (world.getRank() == 0) {
                                for (int tag = 0; tag < 4; tag++) {
                                    world.send(new int[1], 1, MPI.INT, 1, tag);
                                }
                            } else {
                                world.iRecv(new int[1], 1, MPI.INT, 0, 9);
                            }
                            // All earlier messages have come with this one.
                            transfer(new int[1], 1, MPI.INT, new int[1], 1, MPI.INT);
                        });
        assertEquals(2, notes.size(), () -> "" + notes);
        String left = notes.getFirst();
        assertTrue(left.contains("messages not received: 4 (source=0 tag=0 bytes=4"), left);
        assertTrue(left.endsWith("tag=2 bytes=4 in COMM_WORLD; and others)"), left);
        assertTrue(notes.getLast().contains("receives without a message: 1 (recv source=0 tag=9"));
    }

    @Test
    void shouldPrintNoNoteWhenAProgramCancelsAndFrees() {
        List<String> notes =
                notesOf(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            Intracomm copy = world.dup();
                            Request in = copy.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
                            in.cancel();
                            in.waitFor();
                            int other = 1 - world.getRank();
                            copy.iSend(new int[1], 1, MPI.INT, other, 1).free();
                            copy.recv(new int[1], 1, MPI.INT, other, 1);
                            copy.free();
                        });
        assertEquals(List.of(), notes);
    }

    private static void onOther(Runnable call) {
        Thread other = Thread.ofPlatform().name("other").start(call);
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The notes of two ranks that call Init and Finalize themselves. */
    private static List<String> notesOfBare(IsolatedJob.Program program) {
        return notes(() -> IsolatedJob.of(2, TRANSPORT).runBare(program));
    }

    @Test
    void shouldNoteAThreadOnceWhenItMayNotCall() {
        List<String> notes =
                notesOfBare(
                        () -> {
                            MPI.InitThread(new String[0], MPI.THREAD_FUNNELED);
                            onOther(() -> MPI.COMM_WORLD.iProbe(0, 9));
                            onOther(() -> MPI.COMM_WORLD.iProbe(0, 9));
                            onOther(() -> MPI.Finalize());
                        });
        assertEquals(2, notes.size(), () -> "" + notes);
        String first = notes.getFirst();
        assertTrue(first.contains("a thread calls MPI that may not: thread=\"other\""), first);
        assertTrue(first.contains("; Comm.iProbe at misuse.CallNotesTest"), first);
    }

    @Test
    void shouldNoteNothingWhenAnotherThreadAsksAndAllocates() {
        List<String> notes =
                notesOf(
                        () ->
                                onOther(
                                        () -> {
                                            assertTrue(!MPI.isThreadMain());
                                            assertEquals(2, MPI.COMM_WORLD.getSize());
                                            MPI.COMM_WORLD.getAttr(MPI.APPNUM);
                                            MPI.freeBuffer(MPI.newByteBuffer(1 << 20));
                                        }));
        assertEquals(List.of(), notes);
    }

    @Test
    void shouldNoteFinalizeWhenAnotherThreadCallsIt() {
        List<String> notes =
                notesOfBare(
                        () -> {
                            MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
                            onOther(() -> MPI.Finalize());
                        });
        assertEquals(2, notes.size(), () -> "" + notes);
        String first = notes.getFirst();
        assertTrue(first.contains("another thread than that of Init calls Finalize"), first);
    }

    @Test
    void shouldPrintNoNoteWhenTheSettingIsOff() {
        Map<String, String> settings = Map.of("transport", "self,memory", "notes", "false");
        IsolatedJob.Program program =
                () -> {
                    transfer(new int[1], 1, MPI.INT, new float[1], 1, MPI.FLOAT);
                    MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1 - MPI.COMM_WORLD.getRank(), 0);
                    onOther(() -> MPI.COMM_WORLD.iProbe(0, 9));
                };
        List<String> notes = notes(() -> IsolatedJob.of(2, settings).run(program));
        assertEquals(List.of(), notes);
    }
}
