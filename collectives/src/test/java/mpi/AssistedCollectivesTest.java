package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Collectives with a progress thread in each rank: the calls, and work while ranks compute. */
class AssistedCollectivesTest extends CollectiveCallsTest {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int COUNT = 100_000;
    private static final int COLLECTIVES = 3;

    @Override
    Map<String, String> settings() {
        return Map.of("transport", "self,memory", "progress.thread", "true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reduce-broadcast", "ring:segment=4096", "rabenseifner"})
    void shouldFinishNonBlockingCollectivesWhileTheProgramComputes(String algorithm) {
        IsolatedJob.of(5, settings())
                .with("coll.allreduce", algorithm)
                .run(AssistedCollectivesTest::sumWhileComputing);
    }

    private static void sumWhileComputing() {
        int ranks = MPI.COMM_WORLD.getSize();
        int[][] sums = new int[COLLECTIVES][COUNT];
        Request[] requests = new Request[COLLECTIVES];
        int[] ones = new int[COUNT];
        Arrays.fill(ones, 1);
        for (int i = 0; i < COLLECTIVES; i++) {
            requests[i] = MPI.COMM_WORLD.iAllReduce(ones, sums[i], COUNT, MPI.INT, MPI.SUM);
        }
        for (int[] sum : sums) {
            compute(sum, ranks);
        }
        Request.waitAll(requests);
        for (int[] sum : sums) {
            for (int item : sum) {
                assertEquals(ranks, item);
            }
        }
    }

    /** Polls memory without MPI calls until all items have their final value. */
    private static void compute(int[] sum, int expected) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
        for (int i = 0; i < sum.length; i++) {
            while ((int) INTS.getAcquire(sum, i) != expected) {
                assertTrue(System.nanoTime() < deadlineNs, "no sum while the rank computed");
                Thread.onSpinWait();
            }
        }
    }
}
