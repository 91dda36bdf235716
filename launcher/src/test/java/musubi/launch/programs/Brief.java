package musubi.launch.programs;

import mpi.MPI;

/** The calls that most programs make, once each. */
public final class Brief {
    private Brief() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        double[] values = new double[100];
        double[] results = new double[100];
        MPI.COMM_WORLD.barrier();
        MPI.COMM_WORLD.bcast(values, 100, MPI.DOUBLE, 0);
        MPI.COMM_WORLD.allReduce(values, results, 100, MPI.DOUBLE, MPI.SUM);
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        MPI.COMM_WORLD.sendRecv(
                values, 100, MPI.DOUBLE, right, 1, results, 100, MPI.DOUBLE, left, 1);
        MPI.Finalize();
    }
}
