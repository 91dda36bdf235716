package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Traffic;
import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

/** The number of copies of a byte, and the control messages, by protocol. */
class CopyCountTest {
    private static final int TRIPS = 20;
    private static final int READY_TO_SEND = 2;
    private static final int CLEAR_TO_SEND = 3;
    private static final int DATA = 4;
    private static final int GET_DONE = 6;
    private static final int CLAIMED = 11;
    private static final int JOIN = 12;

    private static Traffic run(boolean byReference, IsolatedJob.Program program) {
        Traffic.reset();
        IsolatedJob.of(
                        2,
                        Map.of(
                                "transport",
                                "self,counted",
                                "shm.by.reference",
                                Boolean.toString(byReference)))
                .run(program);
        return Traffic.total();
    }

    /** Rank 1 posts its receive, then signals rank 0, which sends then. */
    private static void postedFirst(int bytes, boolean partition) {
        Intracomm comm = MPI.COMM_WORLD;
        Object data = partition ? MPI.newByteBuffer(bytes) : new byte[bytes];
        int[] go = new int[1];
        InJob.meet();
        for (int i = 0; i < TRIPS; i++) {
            if (comm.getRank() == 0) {
                comm.recv(go, 1, MPI.INT, 1, 1);
                comm.send(data, bytes, MPI.BYTE, 1, 2);
            } else {
                Request recv = comm.iRecv(data, bytes, MPI.BYTE, 0, 2);
                comm.send(go, 1, MPI.INT, 0, 1);
                recv.waitFor();
            }
        }
    }

    /** Rank 0 starts to send, then signals rank 1, which posts its receive then. */
    private static void sentFirst(int bytes) {
        Intracomm comm = MPI.COMM_WORLD;
        byte[] data = new byte[bytes];
        int[] go = new int[1];
        for (int i = 0; i < TRIPS; i++) {
            if (comm.getRank() == 0) {
                Request send = comm.iSend(data, bytes, MPI.BYTE, 1, 2);
                comm.send(go, 1, MPI.INT, 1, 1);
                send.waitFor();
            } else {
                comm.recv(go, 1, MPI.INT, 0, 1);
                comm.recv(data, bytes, MPI.BYTE, 0, 2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5000, 16_384, 100_000})
    void shouldCopyEachByteOnceWithoutRendezvousWhenTheReceiveIsPostedFirst(int bytes) {
        Traffic traffic = run(true, () -> postedFirst(bytes, false));
        assertEquals((long) TRIPS * bytes, traffic.remoteBytes());
        assertEquals(TRIPS, traffic.messages(CLAIMED));
        assertEquals(0, traffic.messages(READY_TO_SEND) + traffic.messages(CLEAR_TO_SEND));
        assertTrue(traffic.stagedBytes() < 100L * TRIPS, traffic.toString());
    }

    @Test
    void shouldCopyOnceBetweenProcessesWhenTheBufferIsInThePartition() {
        int bytes = 100_000;
        Traffic traffic = run(false, () -> postedFirst(bytes, true));
        assertEquals((long) TRIPS * bytes, traffic.remoteBytes());
        assertEquals(TRIPS, traffic.messages(CLAIMED));
        assertEquals(0, traffic.messages(READY_TO_SEND) + traffic.messages(CLEAR_TO_SEND));
    }

    @Test
    void shouldCopyEachByteOnceWhenTheMessageIsSentFirst() {
        int bytes = 100_000;
        Traffic traffic = run(true, () -> sentFirst(bytes));
        assertEquals((long) TRIPS * bytes, traffic.remoteBytes());
        assertEquals(TRIPS, traffic.messages(READY_TO_SEND));
        assertEquals(TRIPS, traffic.messages(GET_DONE));
        assertEquals(0, traffic.messages(CLEAR_TO_SEND) + traffic.messages(DATA));
    }

    @ParameterizedTest
    @ValueSource(ints = {300_000, 5_000_000})
    void shouldCopyEachByteOnceWhenBothRanksCopy(int bytes) {
        Traffic claimed = run(true, () -> postedFirst(bytes, false));
        assertEquals((long) TRIPS * bytes, claimed.remoteBytes());
        assertEquals(TRIPS, claimed.messages(JOIN));
        assertEquals(0, claimed.messages(READY_TO_SEND) + claimed.messages(CLEAR_TO_SEND));
        Traffic announced = run(true, () -> sentFirst(bytes));
        assertEquals((long) TRIPS * bytes, announced.remoteBytes());
        assertEquals(TRIPS, announced.messages(JOIN));
        Traffic processes = run(false, () -> postedFirst(bytes, true));
        assertEquals((long) TRIPS * bytes, processes.remoteBytes());
    }

    private static Traffic fromRankZeroTo(int receiver, int bytes) {
        Traffic.reset();
        IsolatedJob.of(3, Map.of("transport", "self,split"))
                .run(
                        () -> {
                            int rank = MPI.COMM_WORLD.getRank();
                            byte[] data = new byte[bytes];
                            for (int i = 0; i < TRIPS && rank == 0; i++) {
                                MPI.COMM_WORLD.send(data, bytes, MPI.BYTE, receiver, 1);
                            }
                            for (int i = 0; i < TRIPS && rank == receiver; i++) {
                                MPI.COMM_WORLD.recv(data, bytes, MPI.BYTE, MPI.ANY_SOURCE, 1);
                            }
                        });
        return Traffic.total();
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 1_000_000})
    void shouldCopyOnceWithinAJvmAndStageBetweenJvmsOfOneJob(int bytes) {
        Traffic within = fromRankZeroTo(2, bytes);
        assertEquals((long) TRIPS * bytes, within.remoteBytes());
        assertEquals(0, within.messages(DATA));
        Traffic between = fromRankZeroTo(1, bytes);
        assertEquals(0, between.remoteBytes());
        assertTrue(between.stagedBytes() >= (long) TRIPS * bytes);
    }

    @Test
    void shouldStageWhenArraysAreNotReached() {
        int bytes = 100_000;
        Traffic traffic = run(false, () -> postedFirst(bytes, false));
        assertEquals(0, traffic.remoteBytes());
        assertTrue(traffic.stagedBytes() >= (long) TRIPS * bytes);
        assertEquals(TRIPS, traffic.messages(CLEAR_TO_SEND));
    }
}
