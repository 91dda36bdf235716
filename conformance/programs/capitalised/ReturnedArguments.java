import mpi.*;

public class ReturnedArguments {
  public static void main(String[] args) throws MPIException {
    String[] appArgs = MPI.Init(args);
    int n = Integer.parseInt(appArgs[0]);
    int[] sum = new int[1];
    MPI.COMM_WORLD.Allreduce(new int[] { n }, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    if (MPI.COMM_WORLD.Rank() == 0) System.out.println(appArgs.length + " arguments, sum " + sum[0]);
    MPI.Finalize();
    // and once more in the same process
    appArgs = MPI.Init(appArgs);
    System.out.println("again " + appArgs[0]);
    MPI.Finalize();
  }
}
