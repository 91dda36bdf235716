package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.IntBuffer;
import java.util.Map;

/** Buffers that are freed while collective operations use them. */
class FreedCollectiveBuffersTest {
    private static final int TAG = 5;
    private static final int ITEMS = 50_000;

    private static IsolatedJob job() {
        return IsolatedJob.of(2, Map.of());
    }

    private static void awaitPeer(Intracomm world, int peer) {
        world.sendRecv(new int[1], 1, MPI.INT, peer, TAG, new int[1], 1, MPI.INT, peer, TAG);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldFailWhenAnOperationUnderWayUsesTheBuffer(int stride) {
        job().run(
                        () -> {
                            Intracomm world = returningWorld();
                            int me = world.getRank();
                            Datatype type = Datatype.createVector(ITEMS, 1, stride, MPI.INT);
                            type.commit();
                            IntBuffer data = MPI.newIntBuffer(stride * ITEMS);
                            data.put(0, me == 0 ? 9 : 0);
                            if (me == 1) {
                                Request request = world.iBcast(data, 1, type, 0);
                                String text =
                                        assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(data))
                                                .getMessage();
                                assertTrue(text.contains("under way"), text);
                                awaitPeer(world, 0);
                                request.waitFor();
                                assertEquals(9, data.get(0));
                            } else {
                                awaitPeer(world, 1);
                                world.iBcast(data, 1, type, 0).waitFor();
                            }
                            MPI.freeBuffer(data);
                            type.free();
                        });
    }

    @Test
    void shouldFreeBetweenRunsOfAPersistentOperation() {
        job().run(
                        () -> {
                            Intracomm world = returningWorld();
                            int me = world.getRank();
                            IntBuffer data = MPI.newIntBuffer(ITEMS);
                            Prequest prepared = world.bcastInit(data, ITEMS, MPI.INT, 0);
                            if (me == 1) {
                                prepared.start();
                                assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(data));
                                awaitPeer(world, 0);
                            } else {
                                awaitPeer(world, 1);
                                prepared.start();
                            }
                            prepared.waitFor();
                            MPI.freeBuffer(data);
                        });
    }
}
