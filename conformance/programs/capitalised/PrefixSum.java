import mpi.MPI;
import mpi.MPIException;

public class PrefixSum {
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int[] in = { rank, 10 * rank, 1 };
    int[] out = new int[3];
    MPI.COMM_WORLD.Scan(in, 0, out, 0, 3, MPI.INT, MPI.SUM);
    System.out.println("rank " + rank + ": " + out[0] + " " + out[1] + " " + out[2]);
    MPI.COMM_WORLD.Barrier();
    MPI.Finalize();
  }
}
