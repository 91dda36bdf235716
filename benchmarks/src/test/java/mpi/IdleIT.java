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

    /**
     * Long beside what a wait takes however long it is, 20 ms of a rank on a slow machine: its
     * report to mpiexec, the call that ends it, the reading of the processor time.
     */
    private static final long WAIT_MS = 8000;

    private static final double LARGEST_SHARE = 0.05;

    /** On a loaded machine JIT compilation of the start lasts for several rounds. */
    private static final int MOST_ROUNDS = 5;

    @Test
    void shouldUseHardlyAnyProcessorTimeWhenEightRanksWaitInRecv() {
        try (ProcessRanks ranks = new ProcessRanks("shm")) {
            IsolatedJob.of(WAITING + 1, Map.of()).on(ranks).run(IdleIT::program);
        }
    }

    /** Repeats waits until one uses hardly any processor time. */
    private static void program() throws Exception {
        double least = 1;
        for (int round = 0; round < MOST_ROUNDS && least >= LARGEST_SHARE; round++) {
            least = Math.min(least, shareOfAWait());
        }
        assertTrue(least < LARGEST_SHARE, WAITING + " waiting ranks took " + least + " of a core");
    }

    /** Processor time of the waiting ranks as a share of a core, on all ranks. */
    private static double shareOfAWait() throws Exception {
        Intracomm world = MPI.COMM_WORLD;
        long before = processorNs();
        keepWaiting(world, WAIT_MS);
        long[] spentNs = {world.getRank() == 0 ? 0 : processorNs() - before};
        long[] sumNs = new long[1];
        world.allReduce(spentNs, sumNs, 1, MPI.LONG, MPI.SUM);
        return sumNs[0] / (double) Duration.ofMillis(WAIT_MS).toNanos();
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
