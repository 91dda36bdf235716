package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Programs that wait for ever; the first argument selects one. */
public final class Deadlocks {
    private static final int LARGE = 1 << 20;

    private Deadlocks() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int next = (me + 1) % world.getSize();
        int[] data = new int[LARGE];
        switch (arguments[0]) {
            case "receives" -> world.recv(data, 1, MPI.INT, next, 0);
            case "sends" -> world.send(data, LARGE, MPI.INT, next, 0);
            case "ring" -> world.sSend(data, 1, MPI.INT, next, 3);
            case "barrier" -> skipBarrier(world, me);
            case "tags" -> mixTags(world, me, data);
            case "any" -> waitForAny(world, me, data);
            case "probe" -> world.probe(MPI.ANY_SOURCE, 5);
            case "broadcast" -> world.bcast(data, LARGE, MPI.INT, me);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        MPI.Finalize();
    }

    private static void skipBarrier(Intracomm world, int me) {
        if (me != 1) {
            world.barrier();
        }
    }

    private static void mixTags(Intracomm world, int me, int[] data) {
        if (me == 0) {
            world.send(data, 1, MPI.INT, 1, 7);
            world.recv(data, 1, MPI.INT, 1, 9);
        } else {
            world.recv(data, 1, MPI.INT, 0, 8);
        }
    }

    private static void waitForAny(Intracomm world, int me, int[] data) {
        int[] other = new int[1];
        Request[] requests = {
            world.iRecv(data, 1, MPI.INT, MPI.ANY_SOURCE, 1),
            world.iRecv(other, 1, MPI.INT, 1 - me, 2)
        };
        Request.waitAny(requests);
    }
}
