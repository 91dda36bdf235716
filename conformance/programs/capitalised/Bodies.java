import mpi.*;

public class Bodies {
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank(), p = MPI.COMM_WORLD.Size(), n = 5;
    float[] x = new float[n], guest = new float[n];
    for (int i = 0; i < n; i++) guest[i] = x[i] = me * n + i;
    float sum = 0;
    for (int s = 0; s < p; s++) {
      for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) sum += Math.abs(x[i] - guest[j]);
      MPI.COMM_WORLD.Sendrecv_replace(guest, 0, n, MPI.FLOAT, (me + 1) % p, 3, (me - 1 + p) % p, 3);
    }
    float[] total = new float[1];
    MPI.COMM_WORLD.Reduce(new float[] { sum }, 0, total, 0, 1, MPI.FLOAT, MPI.SUM, 0);
    if (me == 0) System.out.println("sum of distances " + total[0]);
    MPI.Finalize();
  }
}
