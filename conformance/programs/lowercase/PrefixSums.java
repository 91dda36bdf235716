import mpi.*;

public class PrefixSums {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        long[] mine = {rank + 1, (rank + 1) * (rank + 1)};
        long[] incl = new long[2];
        long[] excl = new long[2];
        MPI.COMM_WORLD.scan(mine, incl, 2, MPI.LONG, MPI.SUM);
        MPI.COMM_WORLD.exScan(mine, excl, 2, MPI.LONG, MPI.SUM);
        System.out.println(rank + ": " + incl[0] + " " + incl[1] + " before " + excl[0] + " " + excl[1]);
        MPI.Finalize();
    }
}
