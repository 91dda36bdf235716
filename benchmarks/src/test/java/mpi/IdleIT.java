package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;
import musubi.job.ProcessRanks;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;

/** What waiting costs. */
final class IdleIT {
    private static final int WAITING = 8;
    private static final long SETTLE_MS = 3000;
    private static final long WAIT_MS = 5000;
    private static final double LARGEST_SHARE = 0.05;

    @Test
    void shouldUseHardlyAnyProcessorTimeWhenEightRanksWaitInRecv() {
        try (ProcessRanks ranks = new ProcessRanks("shm")) {
            IsolatedJob.of(WAITING + 1, Map.of()).on(ranks).run(IdleIT::program);
        }
    }

    /** Rank 0 keeps the others waiting, then adds up what that has cost them. */
    private static void program() throws Exception {
        Intracomm world = MPI.COMM_WORLD;
        // The first sleep links the system call, the JIT compiler has the start to work on, and the
        // first long wait loads what tells a deadlock.
        keepWaiting(world, SETTLE_MS);
        long before = processorNs();
        keepWaiting(world, WAIT_MS);
        long[] spentNs = {world.getRank() == 0 ? 0 : processorNs() - before};
        long[] sumNs = new long[1];
        world.reduce(spentNs, sumNs, 1, MPI.LONG, MPI.SUM, 0);
        double share = sumNs[0] / (double) Duration.ofMillis(WAIT_MS).toNanos();
        assertTrue(share < LARGEST_SHARE, WAITING + " waiting ranks took " + share + " of a core");
    }

    private static void keepWaiting(Intracomm world, long ms) throws InterruptedException {
        byte[] message = new byte[1];
        if (world.getRank() == 0) {
            Thread.sleep(ms);
            for (int rank = 1; rank <= WAITING; rank++) {
                world.send(message, 1, MPI.BYTE, rank, 0);
            }
        } else {
            world.recv(message, 1, MPI.BYTE, 0, 0);
        }
    }

    private static long processorNs() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }
}
