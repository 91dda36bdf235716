import mpi.*;
import java.nio.ByteBuffer;

/* Conway's game of life on a torus, rows distributed, direct buffers and non-blocking calls. */
public class LifeTorus {
    static int W = 16, H = 16;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank(), np = MPI.COMM_WORLD.getSize();
        int rows = H / np;
        int up = (me - 1 + np) % np, down = (me + 1) % np;
        byte[][] g = new byte[rows + 2][W];
        // a glider at the top
        int[][] glider = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
        for (int[] p : glider)
            if (p[0] / rows == me) g[p[0] % rows + 1][p[1]] = 1;

        ByteBuffer sendUp = MPI.newByteBuffer(W), sendDown = MPI.newByteBuffer(W);
        ByteBuffer fromUp = MPI.newByteBuffer(W), fromDown = MPI.newByteBuffer(W);
        for (int gen = 0; gen < 64; gen++) {
            for (int c = 0; c < W; c++) { sendUp.put(c, g[1][c]); sendDown.put(c, g[rows][c]); }
            Request[] r = {
                MPI.COMM_WORLD.iRecv(fromUp, W, MPI.BYTE, up, 1),
                MPI.COMM_WORLD.iRecv(fromDown, W, MPI.BYTE, down, 2),
                MPI.COMM_WORLD.iSend(sendUp, W, MPI.BYTE, up, 2),
                MPI.COMM_WORLD.iSend(sendDown, W, MPI.BYTE, down, 1)
            };
            Request.waitAll(r);
            for (int c = 0; c < W; c++) { g[0][c] = fromUp.get(c); g[rows + 1][c] = fromDown.get(c); }
            byte[][] n = new byte[rows + 2][W];
            for (int i = 1; i <= rows; i++)
                for (int j = 0; j < W; j++) {
                    int s = 0;
                    for (int di = -1; di <= 1; di++)
                        for (int dj = -1; dj <= 1; dj++)
                            if (di != 0 || dj != 0) s += g[i + di][(j + dj + W) % W];
                    n[i][j] = (byte) (s == 3 || (s == 2 && g[i][j] == 1) ? 1 : 0);
                }
            g = n;
        }
        int[] alive = {0};
        for (int i = 1; i <= rows; i++) for (int j = 0; j < W; j++) alive[0] += g[i][j];
        MPI.COMM_WORLD.allReduce(alive, 1, MPI.INT, MPI.SUM);
        // after 64 generations the glider is back where it was
        int[] same = {1};
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < W; j++) {
                int want = 0;
                for (int[] p : glider) if (p[0] == me * rows + i && p[1] == j) want = 1;
                if (g[i + 1][j] != want) same[0] = 0;
            }
        MPI.COMM_WORLD.allReduce(same, 1, MPI.INT, MPI.LAND);
        if (me == 0) System.out.println("alive " + alive[0] + " back " + (same[0] == 1));
        MPI.Finalize();
    }
}
