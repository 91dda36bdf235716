import mpi.*;

import java.nio.*;

// modelled on the OSU micro-benchmarks
public class OsuLatency {
    static final int MAX = 1 << 12, SKIP = 20, LOOP = 100;

    public static void main(String[] args) throws MPIException {
        ByteBuffer sbuf = MPI.newByteBuffer(MAX);
        ByteBuffer rbuf = MPI.newByteBuffer(MAX);
        MPI.Init(args);
        int myid = MPI.COMM_WORLD.getRank();
        int numprocs = MPI.COMM_WORLD.getSize();
        if (numprocs < 2) {
            if (myid == 0) System.err.println("This test requires at least two processes");
            MPI.Finalize();
            System.exit(1);
        }
        if (myid == 0) System.out.println("# Size");
        for (int size = 1; size <= MAX; size *= 8) {
            for (int i = 0; i < size; i++) {
                sbuf.put(i, (byte) 'a');
                rbuf.put(i, (byte) 'b');
            }
            double t_start = 0;
            MPI.COMM_WORLD.barrier();
            for (int i = 0; i < LOOP + SKIP; i++) {
                if (i == SKIP) t_start = MPI.wtime();
                if (myid == 0) {
                    MPI.COMM_WORLD.send(sbuf, size, MPI.BYTE, 1, 1);
                    MPI.COMM_WORLD.recv(rbuf, size, MPI.BYTE, 1, 1);
                } else if (myid == 1) {
                    MPI.COMM_WORLD.recv(rbuf, size, MPI.BYTE, 0, 1);
                    MPI.COMM_WORLD.send(sbuf, size, MPI.BYTE, 0, 1);
                }
            }
            double latency = (MPI.wtime() - t_start) * 1e6 / (2.0 * LOOP);
            if (myid == 0)
                System.out.println(
                        size
                                + " "
                                + (latency > 0 ? "ok" : "no time")
                                + " "
                                + (char) rbuf.get(size - 1));
        }
        MPI.Finalize();
    }
}
