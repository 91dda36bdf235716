import mpi.*;

public class ComputePi {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int steps = 10000;
    double sum = 0, step = 1.0 / steps;
    int from = rank * steps / size, to = (rank + 1) * steps / size;
    for (int i = from; i < to; i++) {
      double x = (i + 0.5) * step;
      sum += 4.0 / (1.0 + x * x);
    }
    double[] sendbuf = { sum * step };
    double[] recvbuf = new double[1];
    MPI.COMM_WORLD.Reduce(sendbuf, 0, recvbuf, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
    if (rank == 0)
      System.out.printf("PI = %.6f on %d processes\n", recvbuf[0], size);
    MPI.Finalize();
  }
}
