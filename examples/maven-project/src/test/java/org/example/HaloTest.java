package org.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import mpi.Intracomm;

import musubi.junit.MpiTest;
import musubi.junit.Rank;

class HaloTest {
    @MpiTest(ranks = {1, 4})
    void shouldReturnTheNeighbours(Intracomm comm, @Rank int rank) {
        int size = comm.getSize();

        int[] neighbours = Halo.exchange(comm, rank);

        int[] expected = {(rank + size - 1) % size, (rank + 1) % size};
        assertArrayEquals(expected, neighbours);
    }

    /** Shows the report of a failure: {@code mvn test -Dexample.fail=true}. */
    @MpiTest(ranks = 4)
    void shouldReportTheRankThatFails(Intracomm comm, @Rank int rank) {
        assumeTrue(Boolean.getBoolean("example.fail"), "-Dexample.fail=true is not set");
        int[] neighbours = Halo.exchange(comm, rank);
        System.out.println("left=" + neighbours[0] + " right=" + neighbours[1]);
        if (rank == 3) {
            assertEquals(4, neighbours[1], "right neighbour");
        }
        Halo.exchange(comm, rank);
    }
}
