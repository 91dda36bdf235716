import mpi.MPI;

import java.util.Arrays;

/**
 * Ranks send many small results to rank 0. It receives all results of rank 1, then all of rank 2,
 * and so on: messages of the others are unexpected meanwhile, until their credit is used up and
 * they wait: docs/why-is-it-slow.md.
 *
 * <p>{@code ./mpiexec -n 4 examples/slow/UnexpectedFlood.java [fixed]}
 */
class UnexpectedFlood {
    private static final int RESULTS = 2000;
    private static final int VALUES = 250;
    private static final int TAG = 2;

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        boolean takesAny = args.length > 0 && args[0].equals("fixed");
        int rank = MPI.COMM_WORLD.getRank();
        MPI.COMM_WORLD.barrier();
        long begin = System.nanoTime();
        // No barrier at the end: ranks 1 and 2 would wait there as long as 2 and 3 do in send.
        if (rank == 0) {
            gather(takesAny);
            System.out.println("gathered in " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        } else {
            produce(rank);
        }
        MPI.Finalize();
    }

    private static void gather(boolean takesAny) {
        int others = MPI.COMM_WORLD.getSize() - 1;
        double[] values = new double[VALUES];
        double sum = 0;
        for (int i = 0; i < others * RESULTS; i++) {
            int source = takesAny ? MPI.ANY_SOURCE : 1 + i / RESULTS;
            MPI.COMM_WORLD.recv(values, VALUES, MPI.DOUBLE, source, TAG);
            sum += Arrays.stream(values).sum();
        }
        System.out.println("sum " + sum);
    }

    /** Ten results take a millisecond. */
    private static void produce(int rank) throws InterruptedException {
        double[] values = new double[VALUES];
        for (int i = 0; i < RESULTS; i++) {
            Arrays.fill(values, rank);
            if (i % 10 == 0) {
                Thread.sleep(1);
            }
            MPI.COMM_WORLD.send(values, VALUES, MPI.DOUBLE, 0, TAG);
        }
    }
}
