import mpi.*;

/* Farm: workers request lines from the master, first come, first served. */
public class Mandel {
    static final int W = 64, H = 40, MAX = 100, WORK = 1, STOP = 2;

    static int iterate(double cr, double ci) {
        double x = 0, y = 0;
        int k = 0;
        while (k < MAX && x * x + y * y < 4) {
            double t = x * x - y * y + cr;
            y = 2 * x * y + ci;
            x = t;
            k++;
        }
        return k;
    }

    static int[] line(int y) {
        int[] l = new int[W + 1];
        for (int x = 0; x < W; x++) l[x] = iterate(-2.0 + 3.0 * x / W, -1.0 + 2.0 * y / H);
        l[W] = y;
        return l;
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank(), size = MPI.COMM_WORLD.getSize();
        if (rank == 0) {
            int next = 0, done = 0;
            int[][] image = new int[H][];
            int[] job = new int[1];
            for (int w = 1; w < size; w++) {
                job[0] = next++;
                MPI.COMM_WORLD.send(job, 1, MPI.INT, w, WORK);
            }
            while (done < H) {
                int[] l = new int[W + 1];
                Status st = MPI.COMM_WORLD.recv(l, W + 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                image[l[W]] = l;
                done++;
                if (next < H) {
                    job[0] = next++;
                    MPI.COMM_WORLD.send(job, 1, MPI.INT, st.getSource(), WORK);
                } else MPI.COMM_WORLD.send(null, 0, MPI.INT, st.getSource(), STOP);
            }
            long sum = 0, serial = 0;
            for (int y = 0; y < H; y++) {
                int[] expected = line(y);
                for (int x = 0; x < W; x++) {
                    sum += image[y][x];
                    serial += expected[x];
                }
            }
            System.out.println(H + " lines, same as serial: " + (sum == serial));
        } else {
            int[] job = new int[1];
            while (true) {
                Status st = MPI.COMM_WORLD.recv(job, 1, MPI.INT, 0, MPI.ANY_TAG);
                if (st.getTag() == STOP) break;
                MPI.COMM_WORLD.send(line(job[0]), W + 1, MPI.INT, 0, rank);
            }
        }
        MPI.Finalize();
    }
}
