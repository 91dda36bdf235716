import mpi.*;

public class MatMult {
    static final int N = 24, FROM_MASTER = 1, FROM_WORKER = 2;
    static double a[] = new double[N * N], b[] = new double[N * N], c[] = new double[N * N];

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Comm comm = MPI.COMM_WORLD;
        int me = comm.getRank(), workers = comm.getSize() - 1;
        int[] offset = new int[1], rows = new int[1];

        if (me == 0) {
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++) {
                    a[i * N + j] = i + j;
                    b[i * N + j] = i * j;
                }
            int average = N / workers, extra = N % workers;
            offset[0] = 0;
            for (int dest = 1; dest <= workers; dest++) {
                rows[0] = (dest <= extra) ? average + 1 : average;
                comm.send(offset, 1, MPI.INT, dest, FROM_MASTER);
                comm.send(rows, 1, MPI.INT, dest, FROM_MASTER);
                comm.send(MPI.slice(a, offset[0] * N), rows[0] * N, MPI.DOUBLE, dest, FROM_MASTER);
                comm.send(b, N * N, MPI.DOUBLE, dest, FROM_MASTER);
                offset[0] += rows[0];
            }
            for (int source = 1; source <= workers; source++) {
                comm.recv(offset, 1, MPI.INT, source, FROM_WORKER);
                comm.recv(rows, 1, MPI.INT, source, FROM_WORKER);
                comm.recv(MPI.slice(c, offset[0] * N), rows[0] * N, MPI.DOUBLE, source, FROM_WORKER);
            }
            boolean ok = true;
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++) {
                    double s = 0;
                    for (int k = 0; k < N; k++) s += (i + k) * (k * j);
                    if (Math.abs(s - c[i * N + j]) > 1e-9) ok = false;
                }
            System.out.println("workers: " + workers + ", result is " + (ok ? "correct" : "WRONG"));
            System.out.println("c[1][1] = " + c[N + 1]);
        } else {
            comm.recv(offset, 1, MPI.INT, 0, FROM_MASTER);
            comm.recv(rows, 1, MPI.INT, 0, FROM_MASTER);
            comm.recv(a, rows[0] * N, MPI.DOUBLE, 0, FROM_MASTER);
            comm.recv(b, N * N, MPI.DOUBLE, 0, FROM_MASTER);
            for (int k = 0; k < N; k++)
                for (int i = 0; i < rows[0]; i++) {
                    c[i * N + k] = 0;
                    for (int j = 0; j < N; j++)
                        c[i * N + k] += a[i * N + j] * b[j * N + k];
                }
            comm.send(offset, 1, MPI.INT, 0, FROM_WORKER);
            comm.send(rows, 1, MPI.INT, 0, FROM_WORKER);
            comm.send(c, rows[0] * N, MPI.DOUBLE, 0, FROM_WORKER);
        }
        MPI.Finalize();
    }
}
