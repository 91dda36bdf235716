package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Cancelled operations, and buffered sends. */
@Kind("cancelled and buffered")
final class CancelledAndBuffered {
    private static final int LONG = 5_000;

    private CancelledAndBuffered() {}

    @Erroneous(
            says = "A cancelled receive is not completed.",
            ranks = 1,
            found = "note: requests not completed by a wait or test: 1",
            checked = "not freed: 1 request made by Comm.iRecv")
    static void cancelledNotCompleted(Intracomm world, int me) {
        world.iRecv(new int[1], 1, MPI.INT, 0, 0).cancel();
    }

    @Erroneous(
            says = "A null request is cancelled (capitalised).",
            ranks = 1,
            found = {"ERR_REQUEST", "CancelledAndBuffered.nullCancelled("})
    static void nullCancelled(Intracomm world, int me) {
        MPI.REQUEST_NULL.Cancel();
    }

    @Erroneous(
            says = "A completed request is cancelled.",
            ranks = 1,
            found = {"ERR_REQUEST", "CancelledAndBuffered.completedCancelled("})
    static void completedCancelled(Intracomm world, int me) {
        Request out = world.iSend(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        out.waitFor();
        out.cancel();
    }

    @Erroneous(
            says = "An inactive persistent request is cancelled.",
            ranks = 1,
            found = {"ERR_REQUEST", "CancelledAndBuffered.inactiveCancelled("})
    static void inactiveCancelled(Intracomm world, int me) {
        Prequest in = world.recvInit(new int[1], 1, MPI.INT, 0, 0);
        in.cancel();
        in.free();
    }

    @Erroneous(
            says = "A non-blocking collective is cancelled.",
            found = {"ERR_REQUEST", "CancelledAndBuffered.collectiveCancelled("})
    static void collectiveCancelled(Intracomm world, int me) {
        Request barrier = world.iBarrier();
        barrier.cancel();
        barrier.waitFor();
    }

    @Erroneous(
            says = "The data of a cancelled receive is used.",
            ranks = 1,
            missed = "reads of Java arrays leave no trace")
    static void cancelledDataUsed(Intracomm world, int me) {
        int[] data = {3};
        Request in = world.iRecv(data, 1, MPI.INT, 0, 0);
        in.cancel();
        in.waitStatus();
        Legal.expect(data[0] == 3);
    }

    @Erroneous(
            says = "A receive waits for a message whose send was cancelled.",
            found = {"deadlock", "recv source=0 tag=6"})
    static void cancelledSendAwaited(Intracomm world, int me) {
        if (me == 0) {
            Request out = world.isSend(new int[1], 1, MPI.INT, 1, 6);
            out.cancel();
            Legal.expect(out.waitStatus().isCancelled());
            world.barrier();
        } else {
            world.barrier();
            world.recv(new int[1], 1, MPI.INT, 0, 6);
        }
    }

    @Erroneous(
            says = "A long buffered send without attached buffer.",
            found = {"ERR_BUFFER", "CancelledAndBuffered.exchange("})
    static void noBuffer(Intracomm world, int me) {
        exchange(world, me);
    }

    @Erroneous(
            says = "A short buffered send without attached buffer (capitalised).",
            found = {"ERR_BUFFER", "CancelledAndBuffered.noBufferForShort("})
    static void noBufferForShort(Intracomm world, int me) {
        Request in = world.Irecv(new int[1], 0, 1, MPI.INT, 1 - me, 0);
        world.Bsend(new int[1], 0, 1, MPI.INT, 1 - me, 0);
        in.Wait();
    }

    @Erroneous(
            says = "A short buffered send without attached buffer.",
            checked = {
                "note: Comm.bSend at misuse.CancelledAndBuffered.shortWithoutBuffer(",
                "sends in buffered mode without room in an attached buffer"
            })
    static void shortWithoutBuffer(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.bSend(new int[1], 1, MPI.INT, 1 - me, 0);
        in.waitFor();
    }

    @Erroneous(
            says = "An attached buffer without room for the overhead.",
            found = {"ERR_BUFFER", "CancelledAndBuffered.exchange("})
    static void noOverhead(Intracomm world, int me) {
        MPI.attachBuffer(new byte[LONG]);
        exchange(world, me);
        MPI.detachBuffer();
    }

    @Erroneous(
            says = "An attached buffer for one message, but two are sent.",
            missed = "the first message has left the buffer before the second one",
            variesOverTcp = true)
    static void bufferForOne(Intracomm world, int me) {
        MPI.attachBuffer(new byte[LONG + MPI.BSEND_OVERHEAD]);
        if (me == 0) {
            world.bSend(new byte[LONG], LONG, MPI.BYTE, 1, 0);
            world.bSend(new byte[LONG], LONG, MPI.BYTE, 1, 1);
            world.barrier();
        } else {
            world.barrier();
            world.recv(new byte[LONG], LONG, MPI.BYTE, 0, 0);
            world.recv(new byte[LONG], LONG, MPI.BYTE, 0, 1);
        }
        MPI.detachBuffer();
    }

    @Erroneous(
            says = "Two buffers are attached.",
            ranks = 1,
            found = {"ERR_BUFFER", "CancelledAndBuffered.twoBuffers("})
    static void twoBuffers(Intracomm world, int me) {
        MPI.attachBuffer(new byte[1000]);
        MPI.attachBuffer(new byte[1000]);
    }

    @Erroneous(
            says = "Two buffers are attached (capitalised).",
            ranks = 1,
            checked = {"attaches a buffer in place of another", "CancelledAndBuffered.replaced("})
    static void replaced(Intracomm world, int me) {
        MPI.Buffer_attach(new byte[1000]);
        MPI.Buffer_attach(new byte[1000]);
        MPI.Buffer_detach();
    }

    @Erroneous(
            says = "A buffer is detached that was not attached.",
            ranks = 1,
            found = {"ERR_BUFFER", "CancelledAndBuffered.nothingAttached("})
    static void nothingAttached(Intracomm world, int me) {
        MPI.detachBuffer();
    }

    private static void exchange(Intracomm world, int me) {
        Request in = world.iRecv(new byte[LONG], LONG, MPI.BYTE, 1 - me, 0);
        world.bSend(new byte[LONG], LONG, MPI.BYTE, 1 - me, 0);
        in.waitFor();
    }

    @Correct(says = "A receive is cancelled and completed.", ranks = 1)
    static void cancelled(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 0, 0);
        in.cancel();
        Legal.expect(in.waitStatus().isCancelled());
    }

    @Correct(says = "A receive is cancelled too late, and has its data.")
    static void cancelledTooLate(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[] {4}, 1, MPI.INT, 1, 0);
            world.barrier();
        } else {
            int[] data = new int[1];
            Request in = world.iRecv(data, 1, MPI.INT, 0, 0);
            world.barrier();
            in.cancel();
            Legal.expect(in.waitStatus().isCancelled() || data[0] == 4);
        }
    }

    @Correct(says = "An attached buffer serves many messages, one after the other.")
    static void bufferUsedAgain(Intracomm world, int me) {
        for (int i = 0; i < 5; i++) {
            MPI.attachBuffer(new byte[LONG + MPI.BSEND_OVERHEAD]);
            exchange(world, me);
            MPI.detachBuffer();
        }
    }

    @Correct(says = "Short messages in a buffer of their length and overhead.")
    static void bufferForShort(Intracomm world, int me) {
        MPI.attachBuffer(new byte[Integer.BYTES + MPI.BSEND_OVERHEAD]);
        Request in = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.bSend(new int[1], 1, MPI.INT, 1 - me, 0);
        in.waitFor();
        MPI.detachBuffer();
    }

    @Correct(says = "A buffered send to PROC_NULL without buffer.", ranks = 1)
    static void bufferedToNone(Intracomm world, int me) {
        world.bSend(new byte[LONG], LONG, MPI.BYTE, MPI.PROC_NULL, 0);
    }

    @Correct(says = "A cancelled persistent receive is started again.")
    static void cancelledPersistent(Intracomm world, int me) {
        Prequest in = world.recvInit(new int[1], 1, MPI.INT, 1 - me, 0);
        in.start();
        in.cancel();
        Legal.expect(in.waitStatus().isCancelled());
        in.start();
        world.barrier();
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        in.waitFor();
        in.free();
    }
}
