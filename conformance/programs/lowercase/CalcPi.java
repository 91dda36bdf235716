import mpi.*;

public class CalcPi {
    public static void main(String[] args) throws MPIException {
        String[] rest = MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int n[] = new int[1];
        if (rank == 0)
            n[0] = rest.length > 0 ? Integer.parseInt(rest[0]) : 1000;
        MPI.COMM_WORLD.bcast(n, 1, MPI.INT, 0);
        double h = 1.0 / n[0], sum = 0.0;
        for (int i = rank + 1; i <= n[0]; i += size) {
            double x = h * (i - 0.5);
            sum += 4.0 / (1.0 + x * x);
        }
        double[] mypi = {h * sum}, pi = new double[1];
        MPI.COMM_WORLD.reduce(mypi, pi, 1, MPI.DOUBLE, MPI.SUM, 0);
        if (rank == 0) {
            System.out.printf("n=%d pi is approximately %.8f, Error is %s%n", n[0], pi[0], Math.abs(pi[0] - Math.PI) < 1e-6 ? "small" : "LARGE");
        }
        MPI.Finalize();
    }
}
