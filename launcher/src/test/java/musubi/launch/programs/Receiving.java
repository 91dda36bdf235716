package musubi.launch.programs;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Rank 1 receives messages of rank 0: the arguments are their number and their bytes. It repeats a
 * receive that fails, and prints how often that was and the sum of what it got.
 */
public final class Receiving {
    private Receiving() {}

    /** The program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int me = world.getRank();
        byte[] data = new byte[Integer.parseInt(args[1])];
        int sum = 0;
        int failures = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); ) {
            try {
                if (me == 0) {
                    data[data.length - 1] = (byte) (i & 1);
                    world.send(data, data.length, MPI.BYTE, 1, 0);
                } else {
                    world.recv(data, data.length, MPI.BYTE, 0, 0);
                    sum += data[data.length - 1];
                }
                i++;
            } catch (MPIException e) {
                e.printStackTrace();
                failures++;
            }
        }
        if (me == 1) {
            System.out.println("sum=" + sum + " failures=" + failures);
        }
        MPI.Finalize();
    }
}
