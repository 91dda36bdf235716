package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Refusals;
import musubi.job.IsolatedJob;
import musubi.job.Phase;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Rank 0 receives from rank 1, which is declared lost meanwhile. The receive fails, and the next
 * one, which reuses its request, gets rank 2's message and no data that rank 1 still sends.
 */
class ClaimedByLostPeerTest {
    private static final int CLAIMED = 11;
    private static final int JOIN = 12;
    private static final int COPIED = 13;
    private static final int TAG = 7;
    private static final int BYTES = 100_000;
    private static final int LONG_BYTES = 1 << 20;
    private static final int POLLS = 200;

    @BeforeEach
    void startAnew() {
        Refusals.startWithout();
        Phase.reset();
    }

    private static void run(boolean byReference, IsolatedJob.Program program) {
        Map<String, String> settings =
                Map.of(
                        "transport",
                        "self,refusing",
                        "shm.by.reference",
                        Boolean.toString(byReference));
        IsolatedJob.of(3, settings).runUnfinished(program);
    }

    /** Memory accessible to peers. */
    private static Object buffer(boolean byReference, int bytes) {
        return byReference ? new byte[bytes] : MPI.newByteBuffer(bytes);
    }

    private static void fill(Object buffer, int bytes, int value) {
        for (int i = 0; i < bytes; i++) {
            if (buffer instanceof ByteBuffer direct) {
                direct.put(i, (byte) value);
            } else {
                ((byte[]) buffer)[i] = (byte) value;
            }
        }
    }

    private static void checkAll(Object buffer, int bytes, int value) {
        for (int i = 0; i < bytes; i++) {
            int found = buffer instanceof ByteBuffer direct ? direct.get(i) : ((byte[]) buffer)[i];
            assertEquals(value, found);
        }
    }

    /** Connects rank 0 to the others; then no message is in flight. */
    private static void greet() {
        Intracomm comm = returningWorld();
        int[] data = new int[1];
        for (int peer = 1; peer < 3; peer++) {
            if (comm.getRank() == 0) {
                comm.send(data, 1, MPI.INT, peer, 0);
                comm.recv(data, 1, MPI.INT, peer, 0);
            } else if (comm.getRank() == peer) {
                comm.recv(data, 1, MPI.INT, 0, 0);
                comm.send(data, 1, MPI.INT, 0, 0);
            }
        }
    }

    private static Request postPublished(Object buffer, int bytes) {
        while (true) {
            int before = Refusals.current().published();
            Request recv = MPI.COMM_WORLD.iRecv(buffer, bytes, MPI.BYTE, 1, TAG);
            if (Refusals.current().published() > before) {
                return recv;
            }
            recv.cancel();
            recv.waitFor();
        }
    }

    private static Request send(Object buffer, int bytes, int dest) {
        fill(buffer, bytes, MPI.COMM_WORLD.getRank());
        return MPI.COMM_WORLD.iSend(buffer, bytes, MPI.BYTE, dest, TAG);
    }

    private static void lose(int peer) {
        MPI.rank.pt2pt().inbound().onPeerLost(peer, "rank=" + peer + ": gone for a test");
    }

    private static void loses(int peer, Request request) {
        assertNull(request.testStatus());
        lose(peer);
        MPIException e = assertFails(MPI.ERR_PROC_ABORTED, request::waitFor);
        assertTrue(e.getMessage().contains("gone for a test"), e.getMessage());
    }

    /**
     * Rank 0 after the loss: in the phase after {@code lost} rank 1 continues to send, and in the
     * next one rank 2 sends.
     */
    private static void receiveFromTheNext(int lost, boolean byReference, int bytes)
            throws InterruptedException {
        Object buffer = buffer(byReference, bytes);
        Request recv = MPI.COMM_WORLD.iRecv(buffer, bytes, MPI.BYTE, 2, TAG);
        Phase.reach(lost);
        Phase.await(lost + 1);
        for (int i = 0; i < POLLS; i++) {
            assertNull(recv.testStatus());
        }
        checkAll(buffer, bytes, 0);
        Phase.reach(lost + 2);
        Status status = recv.waitStatus();
        assertEquals(2, status.getSource());
        assertEquals(bytes, status.getCount(MPI.BYTE));
        checkAll(buffer, bytes, 2);
    }

    /** A message that has claimed a receive fails with it, even when its sender continues. */
    private static void assertNothingComesFromTheLostRank(int bytes) {
        byte[] data = new byte[bytes];
        assertFails(MPI.ERR_PROC_ABORTED, () -> MPI.COMM_WORLD.recv(data, bytes, MPI.BYTE, 1, TAG));
    }

    private static void sendAfter(int phase, boolean byReference, int bytes)
            throws InterruptedException {
        Phase.await(phase);
        send(buffer(byReference, bytes), bytes, 0).waitFor();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFailAndNotBeClaimedWhenThePeerOfAPublishedReceiveIsLost(boolean byReference) {
        run(byReference, () -> published(byReference));
    }

    private static void published(boolean byReference) throws InterruptedException {
        greet();
        switch (MPI.COMM_WORLD.getRank()) {
            case 0 -> {
                Object buffer = buffer(byReference, BYTES);
                loses(1, postPublished(buffer, BYTES));
                receiveFromTheNext(1, byReference, BYTES);
                checkAll(buffer, BYTES, 0);
            }
            case 1 -> {
                Phase.await(1);
                Request send = send(buffer(byReference, BYTES), BYTES, 0);
                for (int i = 0; i < POLLS; i++) {
                    assertNull(send.testStatus());
                }
                assertEquals(0, Refusals.current().accepted(CLAIMED));
                Phase.reach(2);
            }
            default -> sendAfter(3, byReference, BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFailAndIgnoreALateClaimWhenThePeerThatHasClaimedIsLost(boolean byReference) {
        Refusals.current().hold(CLAIMED);
        run(byReference, () -> claimed(byReference));
    }

    private static void claimed(boolean byReference) throws InterruptedException {
        greet();
        Refusals refusals = Refusals.current();
        switch (MPI.COMM_WORLD.getRank()) {
            case 0 -> {
                Request recv = postPublished(buffer(byReference, BYTES), BYTES);
                Phase.reach(1);
                Phase.await(2);
                recv.cancel();
                loses(1, recv);
                refusals.hold(-1);
                receiveFromTheNext(3, byReference, BYTES);
                assertNothingComesFromTheLostRank(BYTES);
            }
            case 1 -> {
                Phase.await(1);
                Request send = send(buffer(byReference, BYTES), BYTES, 0);
                assertNull(send.testStatus());
                assertTrue(refusals.refused(CLAIMED) > 0);
                Phase.reach(2);
                Phase.await(3);
                send.waitFor();
                assertEquals(1, refusals.accepted(CLAIMED));
                Phase.reach(4);
            }
            default -> sendAfter(5, byReference, BYTES);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldFailOnBothSidesWhenThePeerIsLostWhileBothCopy(boolean byReference, boolean claims) {
        Refusals.current().hold(COPIED);
        run(byReference, () -> bothCopy(byReference, claims));
    }

    /**
     * One rank opens the counter and copies the chunks of a turn, the other one copies the rest.
     */
    private static void bothCopy(boolean byReference, boolean claims) throws InterruptedException {
        greet();
        Refusals refusals = Refusals.current();
        Object buffer = buffer(byReference, LONG_BYTES);
        switch (MPI.COMM_WORLD.getRank()) {
            case 0 -> {
                if (!claims) {
                    Phase.await(1);
                }
                Request recv =
                        claims
                                ? postPublished(buffer, LONG_BYTES)
                                : MPI.COMM_WORLD.iRecv(buffer, LONG_BYTES, MPI.BYTE, 1, TAG);
                if (claims) {
                    Phase.reach(1);
                    Phase.await(2);
                    copyTheRest(recv);
                    Phase.reach(3);
                } else {
                    copyATurn(recv);
                    Phase.reach(2);
                    Phase.await(3);
                }
                loses(1, recv);
                refusals.hold(-1);
                receiveFromTheNext(4, byReference, LONG_BYTES);
                assertNothingComesFromTheLostRank(LONG_BYTES);
            }
            case 1 -> {
                if (claims) {
                    Phase.await(1);
                }
                Request send = send(buffer, LONG_BYTES, 0);
                if (claims) {
                    copyATurn(send);
                    Phase.reach(2);
                } else {
                    Phase.reach(1);
                    Phase.await(2);
                    copyTheRest(send);
                    Phase.reach(3);
                }
                Phase.await(4);
                while (refusals.accepted(COPIED) == 0) {
                    assertNull(send.testStatus());
                }
                loses(0, send);
                Phase.reach(5);
            }
            default -> sendAfter(6, byReference, LONG_BYTES);
        }
    }

    private static void copyATurn(Request request) {
        while (Refusals.current().accepted(JOIN) == 0) {
            assertNull(request.testStatus());
        }
        assertNull(request.testStatus());
    }

    private static void copyTheRest(Request request) {
        while (Refusals.current().refused(COPIED) == 0) {
            assertNull(request.testStatus());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {CLAIMED, JOIN})
    void shouldFailTheSendsWhenTheReceiverIsLostAfterTheClaim(int kind) {
        Refusals.current().hold(kind);
        run(true, () -> receiverLost(kind));
    }

    private static void receiverLost(int kind) throws InterruptedException {
        greet();
        int bytes = kind == JOIN ? LONG_BYTES : BYTES;
        byte[] buffer = new byte[bytes];
        switch (MPI.COMM_WORLD.getRank()) {
            case 0 -> {
                postPublished(buffer, bytes);
                Phase.reach(1);
            }
            case 1 -> {
                Phase.await(1);
                Request claimed = send(buffer, bytes, 0);
                Request next = send(buffer, bytes, 0);
                assertNull(claimed.testStatus());
                assertTrue(Refusals.current().refused(kind) > 0);
                loses(0, claimed);
                assertFails(MPI.ERR_PROC_ABORTED, next::waitFor);
                Refusals.current().hold(-1);
                send(buffer, bytes, 2).waitFor();
            }
            default -> {
                MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, 1, TAG);
                checkAll(buffer, bytes, 1);
            }
        }
    }
}
