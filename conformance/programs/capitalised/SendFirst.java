import mpi.*;

/* All send to all before any rank receives, up to MPJ Express's protocol switch limit. */
public class SendFirst {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank(), p = world.Size(), wrong = 0;
        for (int n : new int[] {100, 5000, 16384}) {
            double[] row = new double[n];
            for (int i = 0; i < p; i++) {
                java.util.Arrays.fill(row, 10 * me + i);
                world.Send(row, 0, n, MPI.DOUBLE, i, 4);
            }
            world.Send(new Object[] {new int[n]}, 0, 1, MPI.OBJECT, (me + 1) % p, 5);
            for (int i = 0; i < p; i++) {
                Status s = world.Recv(row, 0, n, MPI.DOUBLE, i, 4);
                if (row[0] != 10 * i + me || row[n - 1] != row[0] || s.Get_count(MPI.DOUBLE) != n)
                    wrong++;
            }
            Object[] got = new Object[1];
            world.Recv(got, 0, 1, MPI.OBJECT, (me + p - 1) % p, 5);
            if (((int[]) got[0]).length != n) wrong++;
        }
        System.out.println(me + ": wrong=" + wrong);
        MPI.Finalize();
    }
}
