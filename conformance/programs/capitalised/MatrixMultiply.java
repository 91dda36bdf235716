import mpi.*;

/* Rows travel as objects. */
public class MatrixMultiply {
  static int N = 20;

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    double[][] a = new double[N][N], b = new double[N][N], c = new double[N][N];
    if (rank == 0)
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
          a[i][j] = i - j;
          b[i][j] = i + j;
        }
    MPI.COMM_WORLD.Bcast(b, 0, N, MPI.OBJECT, 0);
    int chunk = N / size;
    double[][] mine = new double[chunk][];
    MPI.COMM_WORLD.Scatter(a, 0, chunk, MPI.OBJECT, mine, 0, chunk, MPI.OBJECT, 0);
    double[][] part = new double[chunk][N];
    for (int i = 0; i < chunk; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
          part[i][j] += mine[i][k] * b[k][j];
    MPI.COMM_WORLD.Gather(part, 0, chunk, MPI.OBJECT, c, 0, chunk, MPI.OBJECT, 0);
    if (rank == 0) {
      boolean right = true;
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
          double s = 0;
          for (int k = 0; k < N; k++) s += (i - k) * (double) (k + j);
          right &= Math.abs(s - c[i][j]) < 1e-9;
        }
      System.out.println("product right: " + right);
    }
    MPI.Finalize();
  }
}
