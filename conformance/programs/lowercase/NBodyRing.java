import mpi.*;

public class NBodyRing {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank(), np = MPI.COMM_WORLD.getSize(), n = 6;
        double[] pos = new double[n], visiting = new double[n], force = new double[n];
        for (int i = 0; i < n; i++) { pos[i] = me * n + i; visiting[i] = pos[i]; }
        for (int step = 0; step < np; step++) {
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    double d = visiting[j] - pos[i];
                    if (d != 0) force[i] += Math.signum(d) / (d * d);
                }
            MPI.COMM_WORLD.sendRecvReplace(visiting, n, MPI.DOUBLE, (me + 1) % np, 9, (me + np - 1) % np, 9);
        }
        double[] sum = {0}, max = {0};
        for (double f : force) { sum[0] += f; max[0] = Math.max(max[0], Math.abs(f)); }
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        MPI.COMM_WORLD.allReduce(max, 1, MPI.DOUBLE, MPI.MAX);
        if (me == 0) System.out.printf(java.util.Locale.ROOT, "sum of forces is zero: %b, largest %.6f%n", Math.abs(sum[0]) < 1e-9, max[0]);
        MPI.Finalize();
    }
}
