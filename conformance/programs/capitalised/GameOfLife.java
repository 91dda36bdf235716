import mpi.*;

public class GameOfLife {
  static final int W = 12;

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank(), p = MPI.COMM_WORLD.Size();
    int rows = 3;
    boolean[] g = new boolean[(rows + 2) * W];
    // a blinker in the middle of each rank's part
    for (int c = 4; c <= 6; c++) g[2 * W + c] = true;
    int up = (me + p - 1) % p, down = (me + 1) % p;
    for (int gen = 0; gen < 10; gen++) {
      Request[] r = new Request[4];
      r[0] = MPI.COMM_WORLD.Irecv(g, 0, W, MPI.BOOLEAN, up, 0);
      r[1] = MPI.COMM_WORLD.Irecv(g, (rows + 1) * W, W, MPI.BOOLEAN, down, 1);
      r[2] = MPI.COMM_WORLD.Isend(g, W, W, MPI.BOOLEAN, up, 1);
      r[3] = MPI.COMM_WORLD.Isend(g, rows * W, W, MPI.BOOLEAN, down, 0);
      Request.Waitall(r);
      boolean[] n = new boolean[g.length];
      for (int i = 1; i <= rows; i++)
        for (int j = 0; j < W; j++) {
          int s = 0;
          for (int di = -1; di <= 1; di++)
            for (int dj = -1; dj <= 1; dj++)
              if ((di != 0 || dj != 0) && g[(i + di) * W + (j + dj + W) % W]) s++;
          n[i * W + j] = s == 3 || s == 2 && g[i * W + j];
        }
      g = n;
    }
    int[] count = new int[1], total = new int[1];
    for (int i = W; i < (rows + 1) * W; i++) if (g[i]) count[0]++;
    MPI.COMM_WORLD.Allreduce(count, 0, total, 0, 1, MPI.INT, MPI.SUM);
    if (me == 0) System.out.println("cells alive: " + total[0]);
    MPI.Finalize();
  }
}
