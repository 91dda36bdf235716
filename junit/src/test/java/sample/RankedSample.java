package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import mpi.Intracomm;
import mpi.MPI;

import musubi.junit.MpiTest;
import musubi.junit.MpiTestExtension;
import musubi.junit.Rank;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.concurrent.CountDownLatch;

/** Tests of which some fail, started by {@code MpiTestExtensionTest}. */
@ExtendWith(MpiTestExtension.class)
class RankedSample {
    private static int ofThisRank = -1;
    private static int calls;

    @BeforeAll
    static void begin() {
        ofThisRank = MPI.COMM_WORLD.getRank();
    }

    @BeforeEach
    void count() {
        calls++;
    }

    @AfterEach
    void agree() {
        assertEquals(ofThisRank, MPI.COMM_WORLD.getRank());
    }

    @AfterAll
    static void end() {
        assertEquals(1, calls);
    }

    @MpiTest(ranks = {1, 3})
    void ring(Intracomm comm, @Rank int rank) {
        int[] sum = {rank};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(comm.getSize() * (comm.getSize() - 1) / 2, sum[0]);
        assertEquals(rank, ofThisRank);
        assertEquals(1, calls);
    }

    @MpiTest(ranks = 4)
    void lastRankFails(Intracomm comm, @Rank int rank) {
        System.out.println("hello from " + rank);
        int[] item = new int[1];
        if (rank == 3) {
            assertEquals(5, rank);
        }
        comm.recv(item, 1, MPI.INT, 3, 0);
    }

    @MpiTest(ranks = 3)
    void allRanksFailAlike() {
        throw new IllegalStateException("alike");
    }

    @MpiTest(ranks = 2)
    void ranksAreDeadlocked(Intracomm comm, @Rank int rank) {
        comm.recv(new int[1], 1, MPI.INT, 1 - rank, 0);
    }

    @MpiTest(ranks = 2, timeout = 1)
    void ranksHang(@Rank int rank) throws InterruptedException {
        if (rank == 1) {
            new CountDownLatch(1).await();
        }
    }

    @MpiTest(ranks = 2)
    void rankSkips(@Rank int rank) {
        assumeTrue(rank == 0, "no such device");
    }

    @MpiTest(ranks = 2)
    void rankExits(@Rank int rank) {
        if (rank == 1) {
            Runtime.getRuntime().exit(3);
        }
        MPI.COMM_WORLD.barrier();
    }

    @MpiTest(ranks = 2)
    void rankAborts(@Rank int rank) {
        if (rank == 1) {
            MPI.COMM_WORLD.abort(7);
        }
        MPI.COMM_WORLD.barrier();
    }

    @MpiTest(ranks = {2, 0})
    void numberIsWrong() {}
}
