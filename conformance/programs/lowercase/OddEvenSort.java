import mpi.*;
import java.util.*;

public class OddEvenSort
{
    public static void main(String[] args) throws MPIException
    {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int n = 25;
        int[] local = new int[n];
        Random rnd = new Random(rank);
        for (int i = 0; i < n; i++) local[i] = rnd.nextInt(10000);
        long check = 0;
        for (int v : local) check += v;
        Arrays.sort(local);

        for (int phase = 0; phase < size; phase++) {
            int partner;
            if (phase % 2 == 0)
                partner = (rank % 2 == 0) ? rank + 1 : rank - 1;
            else
                partner = (rank % 2 == 0) ? rank - 1 : rank + 1;
            if (partner < 0 || partner >= size) continue;
            int[] other = new int[n];
            MPI.COMM_WORLD.sendRecv(local, n, MPI.INT, partner, phase, other, n, MPI.INT, partner, phase);
            int[] merged = new int[2 * n];
            System.arraycopy(local, 0, merged, 0, n);
            System.arraycopy(other, 0, merged, n, n);
            Arrays.sort(merged);
            local = Arrays.copyOfRange(merged, rank < partner ? 0 : n, rank < partner ? n : 2 * n);
        }

        int[] all = rank == 0 ? new int[n * size] : null;
        MPI.COMM_WORLD.gather(local, n, MPI.INT, all, n, MPI.INT, 0);
        long[] sum = new long[1];
        MPI.COMM_WORLD.reduce(new long[] { check }, sum, 1, MPI.LONG, MPI.SUM, 0);
        if (rank == 0) {
            boolean sorted = true;
            long total = 0;
            for (int i = 0; i < all.length; i++) {
                total += all[i];
                if (i > 0 && all[i - 1] > all[i]) sorted = false;
            }
            System.out.println(all.length + " numbers, sorted: " + sorted + ", same sum: " + (total == sum[0]));
        }
        MPI.Finalize();
    }
}
