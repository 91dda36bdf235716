package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;
import musubi.job.ProcessRanks;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;

/** Processor time of waiting ranks. */
final class IdleIT {
    private static final int WAITING = 8;
    private static final int WINDOWS = 15;
    private static final long WINDOW_MS = 2000;
    private static final double LARGEST_SHARE = 0.05;

    @Test
    void shouldUseHardlyAnyProcessorTimeWhenEightRanksWaitInRecv() {
        try (ProcessRanks ranks = new ProcessRanks("shm")) {
            IsolatedJob.of(WAITING + 1, Map.of()).on(ranks).run(IdleIT::program);
        }
    }

    /**
     * The first windows include class loading and JIT compilation, so one idle window is enough.
     */
    private static void program() throws Exception {
        Intracomm world = MPI.COMM_WORLD;
        double share = 1;
        for (int window = 0; window < WINDOWS && share >= LARGEST_SHARE; window++) {
            long before = processorNs();
            keepWaiting(world);
            long[] spentNs = {world.getRank() == 0 ? 0 : processorNs() - before};
            long[] sumNs = new long[1];
            world.allReduce(spentNs, sumNs, 1, MPI.LONG, MPI.SUM);
            share = sumNs[0] / (double) Duration.ofMillis(WINDOW_MS).toNanos();
        }
        assertTrue(share < LARGEST_SHARE, WAITING + " waiting ranks use " + share + " of a core");
    }

    private static void keepWaiting(Intracomm world) throws InterruptedException {
        byte[] message = new byte[1];
        if (world.getRank() == 0) {
            Thread.sleep(WINDOW_MS);
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
