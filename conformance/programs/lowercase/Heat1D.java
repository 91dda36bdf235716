import mpi.*;
import java.util.Arrays;

/** Explicit heat equation on a rod, ghost cells exchanged with sendRecv. */
public class Heat1D {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        final int rank = world.getRank(), size = world.getSize();
        final int local = 10, steps = 200;
        final int left = rank == 0 ? MPI.PROC_NULL : rank - 1;
        final int right = rank == size - 1 ? MPI.PROC_NULL : rank + 1;

        double[] u = new double[local + 2], next = new double[local + 2];
        if (rank == 0) u[1] = 100;
        for (int t = 0; t < steps; t++) {
            double[] out = new double[1], in = new double[1];
            out[0] = u[local]; in[0] = u[1] * 0 + (left == MPI.PROC_NULL ? u[1] : 0);
            world.sendRecv(out, 1, MPI.DOUBLE, right, 0, in, 1, MPI.DOUBLE, left, 0);
            u[0] = left == MPI.PROC_NULL ? u[1] : in[0];
            out[0] = u[1]; in[0] = 0;
            world.sendRecv(out, 1, MPI.DOUBLE, left, 1, in, 1, MPI.DOUBLE, right, 1);
            u[local + 1] = right == MPI.PROC_NULL ? u[local] : in[0];
            for (int i = 1; i <= local; i++)
                next[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
            double[] swap = u; u = next; next = swap;
        }
        double[] total = {0, Double.NEGATIVE_INFINITY};
        for (int i = 1; i <= local; i++) { total[0] += u[i]; total[1] = Math.max(total[1], u[i]); }
        double[] sum = new double[1], max = new double[1];
        world.reduce(total, sum, 1, MPI.DOUBLE, MPI.SUM, 0);
        world.reduce(MPI.slice(total, 1), max, 1, MPI.DOUBLE, MPI.MAX, 0);
        double[] all = new double[rank == 0 ? local * size : 0];
        world.gather(Arrays.copyOfRange(u, 1, local + 1), local, MPI.DOUBLE, all, local, MPI.DOUBLE, 0);
        if (rank == 0) {
            boolean falls = true;
            for (int i = 1; i < all.length; i++) falls &= all[i] <= all[i - 1] + 1e-12;
            System.out.printf("heat %.6f monotone %b max at the left end %b%n", sum[0], falls, Math.abs(max[0] - all[0]) < 1e-12);
        }
        MPI.Finalize();
    }
}
