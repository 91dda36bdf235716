package musubi.launch.programs;

import mpi.Intracomm;
import mpi.MPI;

/**
 * Rank 0 receives a message of rank 2, then one of rank 1, from any source. The message of rank 1
 * is on its way when that of rank 2 is received. What rank 0 does with them follows from the
 * argument: {@code print} their sources, {@code add} their values, receive the {@code second} from
 * rank 1 by name, or {@code reply} to each of them before rank 1 sends.
 */
public final class AnyOrder {
    private static final int DATA = 0;
    private static final int READY = 1;

    private AnyOrder() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        switch (world.getRank()) {
            case 0 -> receive(args[0]);
            case 1 -> {
                world.recv(new int[0], 0, MPI.INT, 0, READY);
                world.send(new int[] {1}, 1, MPI.INT, 0, DATA);
            }
            default -> {
                world.send(new int[] {2}, 1, MPI.INT, 0, DATA);
                world.send(new int[0], 0, MPI.INT, 0, READY);
            }
        }
        MPI.Finalize();
    }

    private static void receive(String mode) {
        Intracomm world = MPI.COMM_WORLD;
        world.recv(new int[0], 0, MPI.INT, 2, READY);
        boolean replies = mode.equals("reply");
        if (!replies) {
            world.send(new int[0], 0, MPI.INT, 1, READY);
        }
        int[] first = new int[1];
        world.recv(first, 1, MPI.INT, MPI.ANY_SOURCE, DATA);
        if (replies) {
            world.send(new int[0], 0, MPI.INT, 1, READY);
        }
        int[] second = new int[1];
        int source = mode.equals("second") ? 1 : MPI.ANY_SOURCE;
        world.recv(second, 1, MPI.INT, source, DATA);
        System.out.println(
                mode.equals("print") ? first[0] + " " + second[0] : first[0] + second[0]);
    }
}
