import mpi.CartComm;
import mpi.MPI;

/**
 * Ranks in a ring with a part of a field each, which exchange their borders with both neighbours
 * after each step. Rank 3 has most of the work; ranks far from it wait as long as its neighbours:
 * docs/why-is-it-slow.md.
 *
 * <p>{@code ./mpiexec -n 8 examples/slow/UnevenNeighbours.java [fixed]}
 */
class UnevenNeighbours {
    private static final int STEPS = 40;
    private static final int CROWDED = 3;
    private static final int BORDER = 100;
    private static final int CELLS = 2;
    private static final int CELLS_IN_CROWD = 50;
    private static final long CELL_MS = 1;

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        boolean isEven = args.length > 0 && args[0].equals("fixed");
        int[] ranks = {MPI.COMM_WORLD.getSize()};
        CartComm ring = MPI.COMM_WORLD.createCart(ranks, new boolean[] {true}, false);
        int cells = isEven ? evenShare(ring.getSize()) : crowdedShare(ring.getRank());
        double[] own = new double[2 * BORDER];
        double[] others = new double[2 * BORDER];
        ring.barrier();
        long begin = System.nanoTime();
        for (int step = 0; step < STEPS; step++) {
            compute(cells);
            ring.neighborAllToAll(own, BORDER, MPI.DOUBLE, others, BORDER, MPI.DOUBLE);
        }
        if (ring.getRank() == 0) {
            long ms = (System.nanoTime() - begin) / 1_000_000;
            System.out.println(STEPS + " steps in " + ms + " ms");
        }
        MPI.Finalize();
    }

    private static int crowdedShare(int rank) {
        return rank == CROWDED ? CELLS_IN_CROWD : CELLS;
    }

    /** The same number for all, of as many cells in all. */
    private static int evenShare(int ranks) {
        int all = CELLS * ranks + CELLS_IN_CROWD - CELLS;
        return (all + ranks - 1) / ranks;
    }

    /** Stands for work that leaves the processor to the other ranks of a small machine. */
    private static void compute(int cells) throws InterruptedException {
        Thread.sleep(cells * CELL_MS);
    }
}
