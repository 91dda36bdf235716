import mpi.MPI;

/**
 * Rank 0 prepares a piece of work for each other rank, hands it out, and collects the answers. It
 * keeps a journal, and writes it before it hands anything out, while all others wait:
 * docs/why-is-it-slow.md.
 *
 * <p>{@code ./mpiexec -n 2 examples/slow/LateSender.java [fixed]}
 */
class LateSender {
    private static final int STEPS = 50;
    private static final int VALUES = 1000;
    private static final int TAG = 1;
    private static final long PREPARE_MS = 2;
    private static final long WRITE_MS = 8;
    private static final long WORK_MS = 8;

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        boolean sendsFirst = args.length > 0 && args[0].equals("fixed");
        double[] values = new double[VALUES];
        long begin = System.nanoTime();
        for (int step = 0; step < STEPS; step++) {
            if (MPI.COMM_WORLD.getRank() == 0) {
                direct(values, sendsFirst);
            } else {
                answer(values);
            }
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            long ms = (System.nanoTime() - begin) / 1_000_000;
            System.out.println(STEPS + " steps in " + ms + " ms");
        }
        MPI.Finalize();
    }

    private static void direct(double[] values, boolean sendsFirst) throws InterruptedException {
        Thread.sleep(PREPARE_MS);
        if (!sendsFirst) {
            writeJournal();
        }
        for (int rank = 1; rank < MPI.COMM_WORLD.getSize(); rank++) {
            MPI.COMM_WORLD.send(values, VALUES, MPI.DOUBLE, rank, TAG);
        }
        if (sendsFirst) {
            writeJournal();
        }
        for (int rank = 1; rank < MPI.COMM_WORLD.getSize(); rank++) {
            MPI.COMM_WORLD.recv(values, VALUES, MPI.DOUBLE, rank, TAG);
        }
    }

    private static void answer(double[] values) throws InterruptedException {
        MPI.COMM_WORLD.recv(values, VALUES, MPI.DOUBLE, 0, TAG);
        Thread.sleep(WORK_MS);
        MPI.COMM_WORLD.send(values, VALUES, MPI.DOUBLE, 0, TAG);
    }

    /** Stands for a slow disk. */
    private static void writeJournal() throws InterruptedException {
        Thread.sleep(WRITE_MS);
    }
}
