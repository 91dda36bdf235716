package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;
import musubi.job.Phase;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Map;

/** The outcome of a zero-copy send whose peer is lost. */
class TcpLostPeerTest {
    private static final int BYTES = 128 << 10;
    private static final int TAG = 3;
    private static final int POLLS = 500;
    private static final Map<String, String> SETTINGS =
            Map.of("transport", "self,tcp", "tcp.native.arrays.after", "0");

    @BeforeEach
    void startAnew() {
        Phase.reset();
    }

    private static Object buffer(boolean direct) {
        return direct ? ByteBuffer.allocateDirect(BYTES) : new byte[BYTES];
    }

    /** Rank 1 signals rank 0 to send, and then does not read the data. */
    private static Request invite(Object buffer) throws InterruptedException {
        Intracomm comm = MPI.COMM_WORLD;
        comm.probe(0, TAG);
        Request receive = comm.iRecv(buffer, BYTES, MPI.BYTE, 0, TAG);
        for (int i = 0; i < POLLS; i++) {
            assertNull(receive.testStatus());
        }
        Phase.reach(1);
        Phase.await(2);
        return receive;
    }

    /** Rank 0 has sent all it can, and rank 1 has not acknowledged it. */
    private static Request lend(Object buffer) throws InterruptedException {
        Request send = MPI.COMM_WORLD.iSend(buffer, BYTES, MPI.BYTE, 1, TAG);
        Phase.await(1);
        for (int i = 0; i < POLLS; i++) {
            assertNull(send.testStatus(), "the buffer is free although the peer has nothing");
        }
        return send;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailASendWhenThePeerIsLostThatItsBufferIsLentFor(boolean direct) {
        IsolatedJob.of(2, SETTINGS)
                .runUnfinished(
                        () -> {
                            returningWorld();
                            meet();
                            Object buffer = buffer(direct);
                            if (MPI.COMM_WORLD.getRank() == 1) {
                                invite(buffer);
                                return;
                            }
                            Request send = lend(buffer);
                            MPI.rank.pt2pt().inbound().onPeerLost(1, "gone for a test");
                            MPIException e = assertFails(MPI.ERR_PROC_ABORTED, send::waitFor);
                            assertTrue(e.getMessage().contains("gone"), e.getMessage());
                            assertFails(
                                    MPI.ERR_PROC_ABORTED,
                                    () -> MPI.COMM_WORLD.send(buffer, BYTES, MPI.BYTE, 1, TAG));
                            Phase.reach(2);
                        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCompleteASendWhenThePeerHasAll(boolean direct) {
        IsolatedJob.of(2, SETTINGS)
                .run(
                        () -> {
                            meet();
                            Object buffer = buffer(direct);
                            if (MPI.COMM_WORLD.getRank() == 1) {
                                invite(buffer).waitFor();
                            } else {
                                Request send = lend(buffer);
                                Phase.reach(2);
                                send.waitFor();
                            }
                        });
    }
}
