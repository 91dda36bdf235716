package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Programs in which ranks 0 and 1 wait for ever while rank 2 never waits, or all poll for ever, or
 * that only work with buffers; the first argument selects one.
 */
public final class PartialDeadlocks {
    private PartialDeadlocks() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        Intracomm pair = world.split(me / 2, 0);
        switch (arguments[0]) {
            case "barrier" -> waitFirst(me, () -> meetOrReceive(pair, me));
            case "test" -> testForEver(world, me);
            case "sends" -> sendFirst(world, me);
            case "lost" -> loseOne(world, me);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        MPI.Finalize();
    }

    /** Rank 2 polls for a message that does not come, and computes. */
    private static void waitFirst(int me, Runnable call) {
        if (me < 2) {
            call.run();
        }
        while (MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, 5) == null) {
            Thread.onSpinWait();
        }
    }

    private static void meetOrReceive(Intracomm pair, int me) {
        if (me == 0) {
            pair.barrier();
        } else {
            pair.recv(new int[1], 1, MPI.INT, 0, 3);
        }
    }

    private static void sendFirst(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        world.recv(new int[1], 1, MPI.INT, 1 - me, 0);
    }

    /** The message of rank 0 has come, but its receive is not called. */
    private static void loseOne(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 0);
        } else {
            world.probe(0, 0);
            Runtime.getRuntime().halt(3);
        }
    }

    private static void testForEver(Intracomm world, int me) {
        Request never = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 1);
        while (!never.test()) {
            Thread.onSpinWait();
        }
    }
}
