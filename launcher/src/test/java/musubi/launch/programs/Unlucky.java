package musubi.launch.programs;

import mpi.MPI;

/** Rank 0 waits for a second message, which rank 1 does not send, because it sleeps. */
public final class Unlucky {
    private static final int SLEEP_MS = 600_000;

    private Unlucky() {}

    /** The program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int[] value = {42};
        if (MPI.COMM_WORLD.getRank() == 0) {
            MPI.COMM_WORLD.recv(value, 1, MPI.INT, 1, 8);
            System.out.println("ready");
            MPI.COMM_WORLD.recv(value, 1, MPI.INT, 1, 9);
        } else {
            MPI.COMM_WORLD.send(value, 1, MPI.INT, 0, 8);
            Thread.sleep(SLEEP_MS);
        }
        MPI.Finalize();
    }
}
