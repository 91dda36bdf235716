package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocking point-to-point communication. MPI-4.1 sections 3.2 to 3.5. */
interface PointToPointTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 16})
    default void shouldPassARingWhenAllSendToTheRight(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.getRank();
                            int n = comm.getSize();
                            assertEquals(ranks, n);
                            int[] mine = {me};
                            int[] got = new int[1];
                            Status status =
                                    comm.sendRecv(
                                            mine,
                                            1,
                                            MPI.INT,
                                            (me + 1) % n,
                                            5,
                                            got,
                                            1,
                                            MPI.INT,
                                            (me + n - 1) % n,
                                            5);
                            assertArrayEquals(new int[] {(me + n - 1) % n}, got);
                            assertEquals((me + n - 1) % n, status.getSource());
                            assertEquals(1, status.getCount(MPI.INT));
                        });
    }
}
