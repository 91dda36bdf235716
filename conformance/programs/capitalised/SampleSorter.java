import java.util.*;
import mpi.*;

public class SampleSorter {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank(), p = MPI.COMM_WORLD.Size(), n = 200;
    Random random = new Random(7 + me);
    long[] data = new long[n];
    long check = 0;
    for (int i = 0; i < n; i++) { data[i] = random.nextInt(1000000); check += data[i]; }
    Arrays.sort(data);
    long[] samples = new long[p], all = new long[p * p];
    for (int i = 0; i < p; i++) samples[i] = data[i * n / p];
    MPI.COMM_WORLD.Allgather(samples, 0, p, MPI.LONG, all, 0, p, MPI.LONG);
    Arrays.sort(all);
    int[] sc = new int[p], sd = new int[p], rc = new int[p], rd = new int[p];
    int b = 0;
    for (int i = 0; i < n; i++) {
      while (b < p - 1 && data[i] >= all[(b + 1) * p]) b++;
      sc[b]++;
    }
    for (int i = 1; i < p; i++) sd[i] = sd[i - 1] + sc[i - 1];
    MPI.COMM_WORLD.Alltoall(sc, 0, 1, MPI.INT, rc, 0, 1, MPI.INT);
    for (int i = 1; i < p; i++) rd[i] = rd[i - 1] + rc[i - 1];
    int total = rd[p - 1] + rc[p - 1];
    long[] mine = new long[total];
    MPI.COMM_WORLD.Alltoallv(data, 0, sc, sd, MPI.LONG, mine, 0, rc, rd, MPI.LONG);
    Arrays.sort(mine);
    int[] counts = new int[p], displs = new int[p];
    MPI.COMM_WORLD.Gather(new int[] { total }, 0, 1, MPI.INT, counts, 0, 1, MPI.INT, 0);
    for (int i = 1; i < p; i++) displs[i] = displs[i - 1] + counts[i - 1];
    long[] sorted = new long[me == 0 ? n * p : 0];
    MPI.COMM_WORLD.Gatherv(mine, 0, total, MPI.LONG, sorted, 0, counts, displs, MPI.LONG, 0);
    long[] sum = new long[1];
    MPI.COMM_WORLD.Reduce(new long[] { check }, 0, sum, 0, 1, MPI.LONG, MPI.SUM, 0);
    if (me == 0) {
      boolean ok = true;
      long s = sorted[0];
      for (int i = 1; i < sorted.length; i++) { ok &= sorted[i - 1] <= sorted[i]; s += sorted[i]; }
      System.out.println(sorted.length + " sorted " + ok + " same sum " + (s == sum[0]));
    }
    MPI.Finalize();
  }
}
