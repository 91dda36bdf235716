package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import nicam.Copy;
import nicam.Nicam;

import org.junit.jupiter.api.Test;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** NICAM with a progress thread: the threads of the program make no progress. */
interface UnattendedNicamTests extends InJob {
    @Test
    default void shouldPollNothingWhenAProgressThreadRunsTheBarriers() {
        job(3).run(UnattendedNicamTests::computeMeanwhile);
    }

    private static void computeMeanwhile() {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            int next = (me + 1) % nicam.nodes();
            ByteBuffer memory = MPI.newByteBuffer(100_000);
            int region = nicam.lockMemory(memory);
            for (int k = 0; k < 16; k++) {
                nicam.barrier(k);
            }
            nicam.copyNotify(new Copy(me, region, 0, next, region, 50_000, 50_000), 20, 1);
            double sum = 0;
            while (nicam.flag(15) < 1 || nicam.flag(20) < 1) {
                for (int i = 1; i < 1000; i++) {
                    sum += 1.0 / i;
                }
                VarHandle.fullFence();
            }
            for (int k = 0; k < 16; k++) {
                assertEquals(1, nicam.flag(k));
            }
            assertEquals(0, nicam.hostPolls(), "sum=" + sum);
        }
    }
}
