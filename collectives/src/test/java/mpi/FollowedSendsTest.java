package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;
import musubi.pt2pt.unbuffered.UnbufferedExecution;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Checks follow only the first sends of each kind, so that later ones cost no more. */
class FollowedSendsTest {
    private static final int FOLLOWED = 256;

    private static UnbufferedExecution execution() {
        return MPI.rank.pt2pt().sends().unbuffered();
    }

    private static void pingPong(int rounds, int tag) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        for (int round = 0; round < rounds; round++) {
            if (me == 0) {
                world.send(new int[1], 1, MPI.INT, 1, tag);
                world.recv(new int[1], 1, MPI.INT, 1, tag);
            } else {
                world.recv(new int[1], 1, MPI.INT, 0, tag);
                world.send(new int[1], 1, MPI.INT, 0, tag);
            }
        }
    }

    private static void run(IsolatedJob.Program program) {
        Map<String, String> settings = Map.of("transport", "self,memory", "check", "true");
        IsolatedJob.of(2, settings).run(program);
    }

    /** Polls until the acknowledgements of the followed sends are here. */
    private static void awaitAcknowledgements(long count) {
        while (execution().acknowledged() < count) {
            MPI.COMM_WORLD.iProbe(1 - MPI.COMM_WORLD.getRank(), 99);
        }
    }

    @Test
    void shouldAcknowledgeNoFurtherSendsOfAKindWhenTheLimitIsReached() {
        run(
                () -> {
                    pingPong(2 * FOLLOWED, 0);
                    awaitAcknowledgements(FOLLOWED);
                    pingPong(FOLLOWED, 0);
                    MPI.COMM_WORLD.barrier();
                    assertEquals(FOLLOWED, execution().acknowledged());
                    assertEquals(FOLLOWED, execution().acknowledgements());
                    assertNull(execution().firstWaiting());
                });
    }

    @Test
    void shouldFollowAnotherKindWhenTheLimitOfOneIsReached() {
        run(
                () -> {
                    Intracomm world = MPI.COMM_WORLD;
                    int peer = 1 - world.getRank();
                    pingPong(FOLLOWED + 1, 0);
                    awaitAcknowledgements(FOLLOWED);
                    world.send(new int[1], 1, MPI.INT, peer, 1);
                    world.recv(new int[1], 1, MPI.INT, peer, 1);
                    world.barrier();
                    String first = execution().firstWaiting();
                    assertTrue(first.contains(" to rank " + peer + " tag=1 bytes=4 in "), first);
                });
    }
}
