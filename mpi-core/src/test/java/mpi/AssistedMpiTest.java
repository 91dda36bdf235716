package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Parts of the suite with a progress thread in each rank, and messages while ranks compute. */
class AssistedMpiTest
        implements PointToPointTests,
                RequestTests,
                LargeMessageTests,
                BufferedTests,
                LostPeerTests,
                LifeCycleTests,
                LoadTests {
    private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);

    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory", "progress.thread", "true");
    }

    @Override
    public boolean isTransportAllocationFree() {
        return false;
    }

    @Test
    void shouldMoveLargeMessagesOnWhileTheProgramComputes() {
        job(2).run(
                        () -> {
                            byte[] data = new byte[8 << 20];
                            Comm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            Request request =
                                    me == 0
                                            ? world.iSend(ones(data), data.length, MPI.BYTE, 1, 3)
                                            : world.iRecv(data, data.length, MPI.BYTE, 0, 3);
                            if (me == 1) {
                                compute(data);
                            }
                            request.waitFor();
                            assertEquals(1, data[data.length / 2]);
                        });
    }

    private static byte[] ones(byte[] data) {
        Arrays.fill(data, (byte) 1);
        return data;
    }

    /** Computes without MPI calls until all data have arrived. */
    private static void compute(byte[] data) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
        while ((byte) BYTES.getAcquire(data, data.length - 1) == 0) {
            assertTrue(System.nanoTime() < deadlineNs, "nothing came while the rank computed");
            Thread.onSpinWait();
        }
    }
}
