package musubi.umbrella;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;

import org.junit.jupiter.api.Test;

/** A program that has this artifact only, in a JVM that mpiexec has not started. */
class SingletonTest {
    @Test
    void shouldReduceOverItselfWhenMpiexecHasNotStartedIt() throws Exception {
        MPI.Init(new String[0]);
        int[] sum = new int[2];
        MPI.COMM_WORLD.allReduce(new int[] {3, 4}, sum, 2, MPI.INT, MPI.SUM);
        assertArrayEquals(new int[] {3, 4}, sum);
        assertEquals(1, MPI.COMM_WORLD.getSize());
        MPI.Finalize();
    }
}
