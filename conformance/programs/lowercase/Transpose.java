import mpi.*;

public class Transpose {
    public static void main (String args[]) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank(), np = MPI.COMM_WORLD.getSize();
        int b = 3, n = b * np;
        double[] rows = new double[b * n], send = new double[b * n], recv = new double[b * n], result = new double[b * n];
        for (int i = 0; i < b; i++) for (int j = 0; j < n; j++) rows[i * n + j] = (me * b + i) * 1000 + j;
        for (int p = 0; p < np; p++)
            for (int i = 0; i < b; i++)
                for (int j = 0; j < b; j++)
                    send[p * b * b + j * b + i] = rows[i * n + p * b + j];
        MPI.COMM_WORLD.allToAll(send, b * b, MPI.DOUBLE, recv, b * b, MPI.DOUBLE);
        for (int p = 0; p < np; p++)
            for (int i = 0; i < b; i++)
                for (int j = 0; j < b; j++)
                    result[i * n + p * b + j] = recv[p * b * b + i * b + j];
        boolean ok = true;
        for (int i = 0; i < b; i++) for (int j = 0; j < n; j++) ok &= result[i * n + j] == j * 1000 + me * b + i;
        System.out.println("rank " + me + " transposed: " + ok);
        MPI.Finalize();
    }
}
