import mpi.*;

/* One array is both send and receive buffer. */
public class SameArray {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank(), p = world.Size();
        int wrong = 0;
        for (int n : new int[] {1, 1000, 100000}) {
            int[] a = new int[n * p], count = new int[p], at = new int[p];
            for (int i = 0; i < p; i++) {
                count[i] = n;
                at[i] = i * n;
            }
            fill(a, 0, n, me + 1);
            world.Allreduce(a, 0, a, 0, n, MPI.INT, MPI.SUM);
            wrong += differing(a, 0, n, p * (p + 1) / 2);
            fill(a, 0, n, me + 1);
            world.Allgatherv(a, 0, n, MPI.INT, a, 0, count, at, MPI.INT);
            for (int i = 0; i < p; i++) wrong += differing(a, at[i], n, i + 1);
            fill(a, 0, n, me + 1);
            world.Gather(a, 0, n, MPI.INT, a, 0, n, MPI.INT, p - 1);
            for (int i = 0; i < p && me == p - 1; i++) wrong += differing(a, at[i], n, i + 1);
            for (int i = 0; i < p; i++) fill(a, at[i], n, 5 * i);
            world.Scatterv(a, 0, count, at, MPI.INT, a, 0, n, MPI.INT, 1);
            wrong += differing(a, 0, n, 5 * me);
            for (int i = 0; i < p; i++) fill(a, at[i], n, 100 * me + i);
            world.Alltoall(a, 0, n, MPI.INT, a, 0, n, MPI.INT);
            for (int i = 0; i < p; i++) wrong += differing(a, at[i], n, 100 * i + me);
            fill(a, 0, n, me);
            world.Sendrecv(
                    a, 0, n, MPI.INT, (me + 1) % p, 3, a, 0, n, MPI.INT, (me + p - 1) % p, 3);
            wrong += differing(a, 0, n, (me + p - 1) % p);
        }
        Object[] names = new Object[p];
        names[0] = "rank " + me;
        world.Allgather(names, 0, 1, MPI.OBJECT, names, 0, 1, MPI.OBJECT);
        for (int i = 0; i < p; i++) if (!names[i].equals("rank " + i)) wrong++;
        System.out.println(me + ": wrong=" + wrong);
        MPI.Finalize();
    }

    static void fill(int[] a, int from, int n, int value) {
        java.util.Arrays.fill(a, from, from + n, value);
    }

    static int differing(int[] a, int from, int n, int value) {
        int differing = 0;
        for (int i = from; i < from + n; i++) if (a[i] != value) differing++;
        return differing;
    }
}
