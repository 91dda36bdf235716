package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.observe.PerformanceVariables;

import org.junit.jupiter.api.Test;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.function.BooleanSupplier;

/**
 * Operations of ranks with a progress thread, which complete while the program computes: it makes
 * no call, so its calls poll nothing.
 */
interface UnattendedProgressTests extends InJob {
    /** A rendezvous on each transport, in several pieces. */
    int LARGE = 4 << 20;

    @Test
    default void shouldCompleteALargeMessageWhileBothRanksCompute() {
        job(2).run(UnattendedProgressTests::exchange);
    }

    private static void exchange() {
        int me = MPI.COMM_WORLD.getRank();
        ByteBuffer sent = MPI.newByteBuffer(LARGE).put(LARGE - 1, (byte) (me + 1));
        ByteBuffer received = MPI.newByteBuffer(LARGE);
        Request[] requests = {
            MPI.COMM_WORLD.iRecv(received, LARGE, MPI.BYTE, 1 - me, 0),
            MPI.COMM_WORLD.iSend(sent, LARGE, MPI.BYTE, 1 - me, 0)
        };
        computeUntil(() -> received.get(LARGE - 1) == 2 - me);
        Request.waitAll(requests);
    }

    @Test
    default void shouldCompleteAReductionWhileAllRanksCompute() {
        job(4).run(UnattendedProgressTests::reduce);
    }

    private static void reduce() {
        LongBuffer mine = MPI.newLongBuffer(1).put(0, MPI.COMM_WORLD.getRank() + 1L);
        LongBuffer sum = MPI.newLongBuffer(1);
        Request request = MPI.COMM_WORLD.iAllReduce(mine, sum, 1, MPI.LONG, MPI.SUM);
        computeUntil(() -> sum.get(0) != 0);
        request.waitFor();
        assertEquals(10, sum.get(0));
    }

    @Test
    default void shouldCompleteABarrierWhileAllRanksCompute() {
        job(4).run(UnattendedProgressTests::meetUnattended);
    }

    /** A barrier leaves nothing in memory, so the reduction behind it shows that it can end. */
    private static void meetUnattended() {
        Request barrier = MPI.COMM_WORLD.iBarrier();
        LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
        LongBuffer sum = MPI.newLongBuffer(1);
        Request reduction = MPI.COMM_WORLD.iAllReduce(one, sum, 1, MPI.LONG, MPI.SUM);
        computeUntil(() -> sum.get(0) == 4);
        // Messages of a pair are received in order, so nothing of the barrier is left to come.
        barrier.waitFor();
        reduction.waitFor();
    }

    @Test
    default void shouldReachTheWindowOfARankThatComputes() {
        job(2).run(UnattendedProgressTests::access);
    }

    private static void access() {
        Win win = Win.allocate(16, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        LongBuffer mine = ((ByteBuffer) win.getBase()).asLongBuffer();
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) {
            LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
            LongBuffer before = MPI.newLongBuffer(1);
            win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
            for (int i = 0; i < 100; i++) {
                win.fetchAndOp(one, before, MPI.LONG, 1, 0, MPI.SUM);
                win.flush(1);
                assertEquals(i, before.get(0));
            }
            win.put(one, 1, MPI.LONG, 1, 1, 1, MPI.LONG);
            win.unlock(1);
        } else {
            computeUntil(() -> mine.get(1) == 1);
            assertEquals(100, mine.get(0));
        }
        win.free();
    }

    /** Computes until memory has changed; no call of MPI. */
    private static void computeUntil(BooleanSupplier changed) {
        var variables = (PerformanceVariables) MPI.COMM_WORLD.getAttr(PerformanceVariables.KEYVAL);
        long before = variables.read("polls.call");
        double sum = 0;
        while (!changed.getAsBoolean()) {
            for (int i = 1; i < 1000; i++) {
                sum += 1.0 / i;
            }
            VarHandle.fullFence();
        }
        assertEquals(0, variables.read("polls.call") - before, "sum=" + sum);
    }
}
