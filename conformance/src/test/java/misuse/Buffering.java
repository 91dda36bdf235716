package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Sends that return only because the library buffers them. */
@Kind("send that relies on buffering")
final class Buffering {
    private static final int LARGE = Legal.LARGE;
    private static final String BUFFERED = "returned only because its message was buffered";

    private Buffering() {}

    @Erroneous(
            says = "Two ranks send large messages to each other before they receive.",
            found = {"deadlock", "0 -> 1 -> 0", "stage=ANNOUNCED"})
    static void largeHeadToHead(Intracomm world, int me) {
        world.send(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
        world.recv(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "Two ranks send short messages to each other before they receive.",
            checked = {BUFFERED, "Comm.send at misuse.Buffering.shortHeadToHead"})
    static void shortHeadToHead(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        world.recv(new int[1], 1, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says =
                    "Three ranks send short messages around a ring before they receive"
                            + " (capitalised).",
            ranks = 3,
            checked = {BUFFERED, "Comm.Send at misuse.Buffering.shortRing"})
    static void shortRing(Intracomm world, int me) {
        world.Send(new int[1], 0, 1, MPI.INT, (me + 1) % 3, 0);
        world.Recv(new int[1], 0, 1, MPI.INT, (me + 2) % 3, 0);
    }

    @Erroneous(
            says = "A rank sends to itself before it receives.",
            ranks = 1,
            checked = {BUFFERED, "Comm.send at misuse.Buffering.shortToItself"})
    static void shortToItself(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, 0, 0);
        world.recv(new int[1], 1, MPI.INT, 0, 0);
    }

    @Erroneous(
            says = "A rank sends a large message to itself before it receives.",
            ranks = 1,
            checked = {BUFFERED, "Comm.send at misuse.Buffering.largeToItself"})
    static void largeToItself(Intracomm world, int me) {
        world.send(new int[LARGE], LARGE, MPI.INT, 0, 0);
        world.recv(new int[LARGE], LARGE, MPI.INT, 0, 0);
    }

    @Erroneous(
            says = "Two ranks send synchronously to each other before they receive.",
            found = {"deadlock", "mode=SYNCHRONOUS"})
    static void synchronousHeadToHead(Intracomm world, int me) {
        world.sSend(new int[1], 1, MPI.INT, 1 - me, 0);
        world.recv(new int[1], 1, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "A message is sent before a barrier and received after it.",
            missed = "waits in collective operations are not followed without buffers")
    static void shortAcrossBarrier(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 0);
        }
        world.barrier();
        if (me == 1) {
            world.recv(new int[1], 1, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "A large message is sent before a barrier and received after it.",
            found = {"deadlock", "BARRIER"})
    static void largeAcrossBarrier(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[LARGE], LARGE, MPI.INT, 1, 0);
        }
        world.barrier();
        if (me == 1) {
            world.recv(new int[LARGE], LARGE, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says =
                    "Two messages are received in the order opposite to that of their blocking"
                            + " sends.",
            missed = "receives are not followed without buffers, only what sends wait for")
    static void shortInOppositeOrder(Intracomm world, int me) {
        for (int i = 0; i < 2; i++) {
            if (me == 0) {
                world.send(new int[1], 1, MPI.INT, 1, i);
            } else {
                world.recv(new int[1], 1, MPI.INT, 0, 1 - i);
            }
        }
    }

    @Erroneous(
            says = "Two large messages are received in the order opposite to that of their sends.",
            found = {"deadlock", "tag=0", "tag=1"})
    static void largeInOppositeOrder(Intracomm world, int me) {
        for (int i = 0; i < 2; i++) {
            if (me == 0) {
                world.send(new int[LARGE], LARGE, MPI.INT, 1, i);
            } else {
                world.recv(new int[LARGE], LARGE, MPI.INT, 0, 1 - i);
            }
        }
    }

    @Erroneous(
            says = "Root sends before a broadcast what the others receive after it.",
            ranks = 3,
            missed = "waits in collective operations are not followed without buffers")
    static void sendBeforeBroadcast(Intracomm world, int me) {
        int[] data = new int[1];
        if (me == 0) {
            world.send(data, 1, MPI.INT, 1, 0);
            world.send(data, 1, MPI.INT, 2, 0);
        }
        world.bcast(data, 1, MPI.INT, 0);
        if (me != 0) {
            world.recv(data, 1, MPI.INT, 0, 0);
        }
    }

    @Correct(says = "Two ranks send buffered to each other before they receive.")
    static void bufferedHeadToHead(Intracomm world, int me) {
        MPI.attachBuffer(new byte[4 * LARGE + MPI.BSEND_OVERHEAD]);
        world.bSend(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
        world.recv(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
        MPI.detachBuffer();
    }

    @Correct(says = "Two ranks send non-blocking to each other before they receive.")
    static void nonBlockingHeadToHead(Intracomm world, int me) {
        Request out = world.iSend(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
        world.recv(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
        out.waitFor();
    }

    @Correct(says = "One of two ranks sends first, the other receives first.")
    static void inTurns(Intracomm world, int me) {
        for (int turn = 0; turn < 2; turn++) {
            if (me == turn) {
                world.send(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
            } else {
                world.recv(new int[LARGE], LARGE, MPI.INT, 1 - me, 0);
            }
        }
    }

    @Correct(
            says = "A pipeline in one direction: all but the last send on what they receive.",
            ranks = 4)
    static void pipeline(Intracomm world, int me) {
        int[] data = new int[1];
        for (int i = 0; i < 20; i++) {
            if (me > 0) {
                world.recv(data, 1, MPI.INT, me - 1, i);
            }
            if (me < 3) {
                world.send(data, 1, MPI.INT, me + 1, i);
            }
        }
    }

    @Correct(says = "A non-blocking send before a barrier, received after it, then completed.")
    static void nonBlockingAcrossBarrier(Intracomm world, int me) {
        Request out =
                me == 0 ? world.iSend(new int[LARGE], LARGE, MPI.INT, 1, 0) : MPI.REQUEST_NULL;
        world.barrier();
        if (me == 1) {
            world.recv(new int[LARGE], LARGE, MPI.INT, 0, 0);
        }
        out.waitFor();
    }

    @Correct(says = "A producer sends far ahead of its consumer.")
    static void producerAhead(Intracomm world, int me) {
        int[] data = new int[64];
        for (int i = 0; i < 200; i++) {
            if (me == 0) {
                world.send(data, 64, MPI.INT, 1, 0);
            } else {
                world.recv(data, 64, MPI.INT, 0, 0);
            }
        }
    }

    @Correct(says = "Synchronous sends to a rank whose receives were posted before.")
    static void synchronousToPosted(Intracomm world, int me) {
        Request in = world.Irecv(new int[1], 0, 1, MPI.INT, 1 - me, 0);
        world.Ssend(new int[1], 0, 1, MPI.INT, 1 - me, 0);
        in.Wait();
    }
}
