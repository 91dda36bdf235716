package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import java.util.concurrent.TimeUnit;

/** Legal programs in which some ranks wait for long, or poll, until a late one acts. */
public final class LateRanks {
    private static final long LATE_MS = 250;

    private LateRanks() {}

    public static void main(String[] arguments) throws InterruptedException {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        late(me == 2);
        exchange(world, me);
        late(me == 0);
        pipeline(world, me);
        late(me == 1);
        ring(world, me);
        meetInTheBackground(world, me);
        computeAndPoll(world, me);
        serve(world, me);
        helpPolls(world, me);
        MPI.Finalize();
        System.out.println("done");
    }

    private static void late(boolean isLate) throws InterruptedException {
        if (isLate) {
            Thread.sleep(LATE_MS);
        }
    }

    /** Each to each, by isend, irecv and waitall. */
    private static void exchange(Intracomm world, int me) {
        Request[] requests = new Request[4];
        for (int i = 1; i < 3; i++) {
            int peer = (me + i) % 3;
            requests[2 * i - 2] = world.iSend(new int[1], 1, MPI.INT, peer, 0);
            requests[2 * i - 1] = world.iRecv(new int[1], 1, MPI.INT, peer, 0);
        }
        Request.waitAll(requests);
    }

    private static void pipeline(Intracomm world, int me) {
        if (me > 0) {
            world.recv(new int[1], 1, MPI.INT, me - 1, 1);
        }
        if (me < 2) {
            world.send(new int[1], 1, MPI.INT, me + 1, 1);
        }
    }

    private static void ring(Intracomm world, int me) {
        int[] in = new int[1];
        world.Sendrecv(
                new int[1], 0, 1, MPI.INT, (me + 1) % 3, 2, in, 0, 1, MPI.INT, (me + 2) % 3, 2);
    }

    /** Rank 0 waits for a barrier that rank 1 has started too, though that waits for rank 0. */
    private static void meetInTheBackground(Intracomm world, int me) throws InterruptedException {
        late(me == 2);
        Request barrier = world.iBarrier();
        if (me == 1) {
            world.recv(new int[1], 1, MPI.INT, 0, 4);
        }
        barrier.waitFor();
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 4);
        }
    }

    /** Rank 0 tests from time to time while it computes, then sends; the others wait. */
    private static void computeAndPoll(Intracomm world, int me) {
        if (me == 0) {
            Request never = world.iRecv(new int[1], 1, MPI.INT, 0, 5);
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LATE_MS);
            while (System.nanoTime() < endNs) {
                compute();
                never.test();
            }
            world.send(new int[1], 1, MPI.INT, 0, 5);
            never.waitFor();
        }
        world.barrier();
    }

    private static void compute() {
        long endNs = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(100);
        while (System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
    }

    /** A master that polls for any worker, and workers that take their time. */
    private static void serve(Intracomm world, int me) throws InterruptedException {
        if (me > 0) {
            late(true);
            world.send(new int[1], 1, MPI.INT, 0, 6);
            return;
        }
        for (int served = 0; served < 2; served++) {
            Status found = world.iProbe(MPI.ANY_SOURCE, 6);
            while (found == null) {
                found = world.iProbe(MPI.ANY_SOURCE, 6);
            }
            world.recv(new int[1], 1, MPI.INT, found.getSource(), 6);
        }
    }

    /** All ranks poll until another thread of each sends. */
    private static void helpPolls(Intracomm world, int me) throws InterruptedException {
        Thread helper =
                new Thread(
                        () -> {
                            try {
                                late(true);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            world.send(new int[1], 1, MPI.INT, (me + 1) % 3, 8);
                        });
        helper.start();
        Request receive = world.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 8);
        while (!receive.test()) {
            Thread.onSpinWait();
        }
        helper.join();
    }
}
