package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Messages without a receive, and ready sends whose receive is late. */
@Kind("message without receive")
final class Unmatched {
    private static final String HELD = "holds a message that it does not receive: source=0 tag=3";
    private static final String LEFT = "note: messages not received: 1 (source=0 tag=3";

    private static final String EARLY =
            "a ready send that came before the receive was posted: source=0 tag=3";

    private Unmatched() {}

    /** Rank 1 returns when all earlier messages of rank 0 have come. */
    private static void follow(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[0], 0, MPI.INT, 1, 4);
        } else {
            world.recv(new int[0], 0, MPI.INT, 0, 4);
        }
    }

    @Erroneous(says = "A short message is never received.", found = LEFT, checked = HELD)
    static void neverReceived(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 3);
        }
        world.barrier();
    }

    @Erroneous(
            says = "A message to the sender itself is never received.",
            ranks = 1,
            found = LEFT,
            checked = HELD)
    static void neverReceivedByItself(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, 0, 3);
    }

    @Erroneous(
            says = "A message is found by a probe, but not received (capitalised).",
            found = LEFT,
            checked = HELD)
    static void probedOnly(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new int[1], 0, 1, MPI.INT, 1, 3);
        } else {
            world.Probe(0, 3);
        }
    }

    @Erroneous(
            says = "A matched message is not received.",
            found = "note: messages taken by a matched probe and not received: 1",
            checked = {"not received: 1 x message source=0 tag=3", "Unmatched.matchedOnly("})
    static void matchedOnly(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 3);
        } else {
            new Message().mProbe(0, 3, world);
        }
    }

    @Erroneous(says = "One message more is sent than received.", found = LEFT, checked = HELD)
    static void oneTooMany(Intracomm world, int me) {
        for (int i = 0; i < 4; i++) {
            if (me == 0) {
                world.send(new int[1], 1, MPI.INT, 1, 3);
            } else if (i < 3) {
                world.recv(new int[1], 1, MPI.INT, 0, 3);
            }
        }
        world.barrier();
    }

    @Erroneous(
            says = "A communicator is freed before its message is received.",
            found = LEFT,
            checked = HELD)
    static void communicatorFreed(Intracomm world, int me) {
        Intracomm copy = world.dup();
        if (me == 0) {
            copy.send(new int[1], 1, MPI.INT, 1, 3);
        }
        world.barrier();
        copy.free();
    }

    @Erroneous(
            says = "A large message is never received.",
            found = {"deadlock", "send mode=STANDARD", "has reached MPI.Finalize"})
    static void largeNeverReceived(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[Legal.LARGE], Legal.LARGE, MPI.INT, 1, 3);
        }
    }

    @Erroneous(
            says = "A synchronous send is never received.",
            found = {"deadlock", "send mode=SYNCHRONOUS"})
    static void synchronousNeverReceived(Intracomm world, int me) {
        if (me == 0) {
            world.sSend(new int[1], 1, MPI.INT, 1, 3);
        }
    }

    @Erroneous(says = "A buffered send is never received.", found = LEFT, checked = HELD)
    static void bufferedNeverReceived(Intracomm world, int me) {
        if (me == 0) {
            MPI.attachBuffer(new byte[100 + MPI.BSEND_OVERHEAD]);
            world.bSend(new int[1], 1, MPI.INT, 1, 3);
            MPI.detachBuffer();
        }
        world.barrier();
    }

    @Erroneous(
            says = "A ready send comes before its receive.",
            found = EARLY,
            checked = {"a ready send has met no posted receive", "source=0 tag=3"})
    static void readyTooEarly(Intracomm world, int me) {
        if (me == 0) {
            world.rSend(new int[1], 1, MPI.INT, 1, 3);
            follow(world, me);
        } else {
            follow(world, me);
            world.recv(new int[1], 1, MPI.INT, 0, 3);
        }
    }

    @Erroneous(
            says = "A large ready send comes before its receive (capitalised).",
            found = EARLY,
            checked = {"a ready send has met no posted receive", "source=0 tag=3"})
    static void largeReadyTooEarly(Intracomm world, int me) {
        int n = Legal.LARGE;
        if (me == 0) {
            Request out = world.Irsend(new int[n], 0, n, MPI.INT, 1, 3);
            follow(world, me);
            out.Wait();
        } else {
            follow(world, me);
            world.Recv(new int[n], 0, n, MPI.INT, 0, 3);
        }
    }

    @Erroneous(
            says = "A persistent ready send is started before its receive.",
            found = EARLY,
            checked = {"a ready send has met no posted receive", "source=0 tag=3"})
    static void persistentReadyTooEarly(Intracomm world, int me) {
        if (me == 0) {
            Prequest out = world.rSendInit(new int[1], 1, MPI.INT, 1, 3);
            out.start();
            out.waitFor();
            out.free();
            follow(world, me);
        } else {
            follow(world, me);
            world.recv(new int[1], 1, MPI.INT, 0, 3);
        }
    }

    @Correct(says = "A ready send whose receive was posted before a barrier.")
    static void readyInTime(Intracomm world, int me) {
        if (me == 0) {
            world.barrier();
            world.rSend(new int[1], 1, MPI.INT, 1, 3);
        } else {
            Request in = world.iRecv(new int[1], 1, MPI.INT, 0, 3);
            world.barrier();
            in.waitFor();
        }
    }

    @Correct(says = "A matched message is received after another one.")
    static void matchedLater(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[] {1}, 1, MPI.INT, 1, 3);
            world.send(new int[] {2}, 1, MPI.INT, 1, 3);
        } else {
            int[] in = new int[1];
            Message first = new Message();
            first.mProbe(0, 3, world);
            world.recv(in, 1, MPI.INT, 0, 3);
            Legal.expect(in[0] == 2);
            first.mRecv(in, 1, MPI.INT);
            Legal.expect(in[0] == 1);
        }
    }

    @Correct(says = "Messages wait on a communicator until the end of the work.")
    static void receivedLate(Intracomm world, int me) {
        for (int i = 0; i < 50; i++) {
            if (me == 0) {
                world.iSend(new int[1], 1, MPI.INT, 1, i).waitFor();
            }
        }
        world.barrier();
        for (int i = 49; i >= 0 && me == 1; i--) {
            world.recv(new int[1], 1, MPI.INT, 0, MPI.ANY_TAG);
        }
    }

    @Correct(says = "A probe for PROC_NULL, and its matched message.")
    static void probeOfNone(Intracomm world, int me) {
        Message none = new Message();
        none.mProbe(MPI.PROC_NULL, 0, world);
        Legal.expect(none.isNoProc());
        none.mRecv(new int[1], 1, MPI.INT);
    }
}
