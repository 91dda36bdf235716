package musubi.launch.rank;

import mpi.CartComm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The training run for the ranks' AOT cache, executed once by the build under mpiexec. Classes that
 * it uses are later loaded and linked from the cache, and methods that it calls often are compiled
 * earlier, since the cache contains their profiles (JEP 515). It therefore makes the calls of
 * typical programs often enough: with more ranks than cores, compilation dominates the first
 * seconds.
 */
public final class Training {
    private static final int SMALL = 8;
    private static final int LARGE = 1 << 13;
    private static final int BYTES = 1 << 10;
    private static final int INTS = 1 << 6;
    private static final int ROUNDS = 20_000;

    private Training() {}

    /** Joins the job, communicates with all other ranks in the common ways, and leaves. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.getRank() + 1) % world.getSize();
        int left = (world.getRank() + world.getSize() - 1) % world.getSize();
        for (int count : new int[] {SMALL, LARGE}) {
            double[] out = new double[count];
            double[] in = new double[count];
            for (int i = 0; i < ROUNDS / 4; i++) {
                passRound(world, out, in, left, right);
            }
        }
        exchange(world, new byte[BYTES], new byte[BYTES], BYTES, MPI.BYTE);
        exchange(world, new int[INTS], new int[INTS], INTS, MPI.INT);
        exchange(world, new long[INTS], new long[INTS], INTS, MPI.LONG);
        exchange(world, new float[INTS], new float[INTS], INTS, MPI.FLOAT);
        exchange(world, new double[INTS], new double[INTS], INTS, MPI.DOUBLE);
        int[] sum = {world.getRank()};
        collect(world, sum);
        useTypes(world);
        int[] total = new int[1];
        for (int i = 0; i < ROUNDS; i++) {
            world.barrier();
            world.allReduce(sum, total, 1, MPI.INT, MPI.SUM);
            world.bcast(total, 1, MPI.INT, 0);
        }
        System.out.println("rank " + world.getRank() + " of " + world.getSize() + ": " + sum[0]);
        MPI.Finalize();
    }

    private static void passRound(Intracomm world, double[] out, double[] in, int left, int right) {
        Request receive = world.iRecv(in, in.length, MPI.DOUBLE, left, 1);
        world.send(out, out.length, MPI.DOUBLE, right, 1);
        receive.waitFor();
        Request send = world.Isend(out, 0, out.length, MPI.DOUBLE, right, 2);
        world.Recv(in, 0, in.length, MPI.DOUBLE, left, 2);
        send.Wait();
    }

    /**
     * Short arrays are copied by loops over JDK calls, whose profiles in the cache decide on
     * inlining: without byte[] here, 1 KiB took a microsecond longer.
     */
    private static void exchange(
            Intracomm world, Object sent, Object received, int count, Datatype type) {
        int right = (world.getRank() + 1) % world.getSize();
        int left = (world.getRank() + world.getSize() - 1) % world.getSize();
        for (int i = 0; i < ROUNDS / 4; i++) {
            world.sendRecv(sent, count, type, right, 1, received, count, type, left, 1);
            world.bcast(received, count, type, 0);
            if (type != MPI.BYTE) {
                world.allReduce(sent, received, count, type, MPI.SUM);
            }
        }
    }

    private static void collect(Intracomm world, int[] sum) {
        int[] all = new int[world.getSize()];
        world.barrier();
        world.bcast(sum, 1, MPI.INT, 0);
        world.allGather(sum, 1, MPI.INT, all, 1, MPI.INT);
        world.gather(sum, 1, MPI.INT, all, 1, MPI.INT, 0);
        world.reduce(sum, 1, MPI.INT, MPI.SUM, 0);
        world.allReduce(sum, 1, MPI.INT, MPI.SUM);
        world.allToAll(all.clone(), 1, MPI.INT, all, 1, MPI.INT);
        int[] one = new int[1];
        world.scatter(all, 1, MPI.INT, one, 1, MPI.INT, 0);
        world.split(0, 0).free();
    }

    /** What programs use a few times each: topologies, derived types, objects, direct buffers. */
    private static void useTypes(Intracomm world) {
        int self = world.getRank();
        CartComm ring = world.createCart(new int[] {world.getSize()}, new boolean[] {true}, false);
        ring.shift(0, 1);
        ring.free();
        Datatype column = Datatype.createVector(SMALL, 1, SMALL, MPI.DOUBLE);
        column.commit();
        double[] matrix = new double[SMALL * SMALL];
        world.sendRecv(matrix, 1, column, self, 1, matrix.clone(), 1, column, self, 1);
        column.free();
        Object[] objects = {List.of("a", 1), new double[SMALL]};
        world.Sendrecv(
                objects, 0, 2, MPI.OBJECT, self, 1, new Object[2], 0, 2, MPI.OBJECT, self, 1);
        ByteBuffer buffer = MPI.newByteBuffer(BYTES);
        Request[] requests = {
            world.iRecv(buffer, BYTES, MPI.BYTE, self, 1),
            world.iSend(ByteBuffer.allocateDirect(BYTES), BYTES, MPI.BYTE, self, 1)
        };
        Request.waitAll(requests);
    }
}
