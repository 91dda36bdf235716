package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Programs in which ranks 0 and 1 wait for ever while rank 2 never waits, or all poll for ever; the
 * first argument selects one.
 */
public final class PartialDeadlocks {
    private PartialDeadlocks() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        Intracomm pair = world.split(me / 2, 0);
        switch (arguments[0]) {
            case "receives" -> waitFirst(me, () -> world.recv(new int[1], 1, MPI.INT, 1 - me, 0));
            case "barrier" -> waitFirst(me, () -> meetOrReceive(pair, me));
            case "any" ->
                    waitFirst(me, () -> pair.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 7));
            case "all" -> waitFirst(me, () -> receiveFromBoth(world, me));
            case "test" -> testForEver(world, me);
            case "probe" -> probeForEver(world, me);
            case "sends" -> world.send(new int[1], 1, MPI.INT, 1 - me, 0);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        if (arguments[0].equals("sends")) {
            world.recv(new int[1], 1, MPI.INT, 1 - me, 0);
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

    /** The first receive is from rank 2, which could send. */
    private static void receiveFromBoth(Intracomm world, int me) {
        Request.waitAll(
                new Request[] {
                    world.iRecv(new int[1], 1, MPI.INT, 2, 1),
                    world.iRecv(new int[1], 1, MPI.INT, 1 - me, 1)
                });
    }

    private static void testForEver(Intracomm world, int me) {
        Request never = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 1);
        while (!never.test()) {
            Thread.onSpinWait();
        }
    }

    private static void probeForEver(Intracomm world, int me) {
        if (me == 0) {
            world.Recv(new int[1], 0, 1, MPI.INT, 1, 1);
        }
        while (world.Iprobe(0, 2) == null && world.iProbe(MPI.ANY_SOURCE, 3) == null) {
            sleep();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
