import mpi.*;

public class JacobiRod {
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank(), p = MPI.COMM_WORLD.Size();
    int n = 8;
    double[] u = new double[n + 2], v = new double[n + 2];
    if (me == 0) u[0] = v[0] = 1.0;
    if (me == p - 1) u[n + 1] = v[n + 1] = 0.0;
    int left = me > 0 ? me - 1 : MPI.PROC_NULL;
    int right = me < p - 1 ? me + 1 : MPI.PROC_NULL;
    for (int it = 0; it < 6000; it++) {
      MPI.COMM_WORLD.Sendrecv(u, n, 1, MPI.DOUBLE, right, 1, u, 0, 1, MPI.DOUBLE, left, 1);
      MPI.COMM_WORLD.Sendrecv(u, 1, 1, MPI.DOUBLE, left, 2, u, n + 1, 1, MPI.DOUBLE, right, 2);
      for (int i = 1; i <= n; i++) v[i] = 0.5 * (u[i - 1] + u[i + 1]);
      System.arraycopy(v, 1, u, 1, n);
    }
    // a straight line from 1 to 0
    double worst = 0;
    for (int i = 1; i <= n; i++)
      worst = Math.max(worst, Math.abs(u[i] - (1 - (me * n + i) / (double) (n * p + 1))));
    double[] all = new double[1];
    MPI.COMM_WORLD.Reduce(new double[] { worst }, 0, all, 0, 1, MPI.DOUBLE, MPI.MAX, 0);
    if (me == 0) System.out.println("converged: " + (all[0] < 1e-6));
    MPI.Finalize();
  }
}
