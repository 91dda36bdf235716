package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Cycles of ranks that wait for each other, and waits that look like them. */
@Kind("deadlock")
final class Deadlocks {
    private Deadlocks() {}

    @Erroneous(
            says = "Two ranks receive from each other before they send.",
            found = {"deadlock", "0 -> 1 -> 0", "Deadlocks.receiveFirst"})
    static void receiveFirst(Intracomm world, int me) {
        world.recv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "Three ranks receive from the next one before they send (capitalised).",
            ranks = 3,
            found = {"deadlock", "0 -> 1 -> 2 -> 0"})
    static void receiveRing(Intracomm world, int me) {
        world.Recv(new int[1], 0, 1, MPI.INT, (me + 1) % 3, 0);
        world.Send(new int[1], 0, 1, MPI.INT, (me + 2) % 3, 0);
    }

    @Erroneous(
            says = "A message has another tag than its receive.",
            found = {"deadlock", "tag=7", "its receive is for tag=8, not 7"})
    static void wrongTag(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 7);
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 8);
        }
    }

    @Erroneous(
            says = "A message is sent in another communicator than that of its receive.",
            found = {"deadlock", "holds a message that it does not receive"})
    static void wrongCommunicator(Intracomm world, int me) {
        Intracomm other = world.dup();
        if (me == 0) {
            other.send(new int[1], 1, MPI.INT, 1, 7);
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 7);
        }
        other.free();
    }

    @Erroneous(
            says = "A receive names another source than the sender.",
            ranks = 3,
            found = {"deadlock", "holds a message that it does not receive: source=0 tag=7"})
    static void wrongSource(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 7);
        } else if (me == 1) {
            world.recv(new int[1], 1, MPI.INT, 2, 7);
        }
    }

    @Erroneous(
            says = "One rank does not take part in a barrier.",
            ranks = 3,
            found = {"deadlock", "BARRIER", "has reached MPI.Finalize"},
            checked = {"ERR_NOT_SAME", "BARRIER"})
    static void missingBarrier(Intracomm world, int me) {
        if (me != 1) {
            world.barrier();
        }
    }

    @Erroneous(
            says = "A rank waits for a message that its sender sends after a barrier with it.",
            found = {"deadlock", "BARRIER", "recv source=0 tag=3"})
    static void barrierBeforeSend(Intracomm world, int me) {
        if (me == 0) {
            world.barrier();
            world.send(new int[1], 1, MPI.INT, 1, 3);
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 3);
            world.barrier();
        }
    }

    @Erroneous(
            says = "A wait for all of several receives, one of which never matches.",
            found = {"deadlock", "tag=2"})
    static void waitAllOfTooMany(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 1);
        } else {
            Request.waitAll(
                    new Request[] {
                        world.iRecv(new int[1], 1, MPI.INT, 0, 1),
                        world.iRecv(new int[1], 1, MPI.INT, 0, 2)
                    });
        }
    }

    @Erroneous(
            says = "A rank waits for any of several receives, none of which is matched.",
            ranks = 3,
            found = {"deadlock", "one of ranks"})
    static void waitAnyOfNone(Intracomm world, int me) {
        if (me == 2) {
            Request.waitAny(
                    new Request[] {
                        world.iRecv(new int[1], 1, MPI.INT, 0, 1),
                        world.iRecv(new int[1], 1, MPI.INT, 1, 1)
                    });
        }
    }

    @Erroneous(
            says = "A wildcard receive takes the message that a later receive waits for.",
            found = {"deadlock", "recv source=0 tag=5"})
    static void wildcardTakesIt(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 5);
        } else {
            world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            world.recv(new int[1], 1, MPI.INT, 0, 5);
        }
    }

    @Erroneous(
            says = "A rank receives from itself what it has not sent.",
            ranks = 1,
            found = {"deadlock", "the only rank waits"})
    static void receiveFromItself(Intracomm world, int me) {
        world.Recv(new double[1], 0, 1, MPI.DOUBLE, 0, 0);
    }

    @Erroneous(
            says = "A rank probes for a message that is never sent.",
            found = {"deadlock", "probe source=0 tag=9"})
    static void probeForNone(Intracomm world, int me) {
        if (me == 1) {
            world.probe(0, 9);
        }
    }

    @Erroneous(
            says = "Ranks call two collectives of two communicators in opposite order.",
            found = {"deadlock", "BARRIER", "0 -> 1 -> 0"})
    static void communicatorsInOppositeOrder(Intracomm world, int me) {
        Intracomm first = world.dup();
        Intracomm second = world.dup();
        (me == 0 ? first : second).barrier();
        (me == 0 ? second : first).barrier();
        first.free();
        second.free();
    }

    @Erroneous(
            says = "The master sends one order fewer than there are workers.",
            ranks = 4,
            found = {"deadlock", "recv source=0 tag=1"})
    static void oneOrderTooFew(Intracomm world, int me) {
        if (me == 0) {
            for (int worker = 1; worker < 3; worker++) {
                world.send(new int[1], 1, MPI.INT, worker, 1);
            }
            for (int worker = 1; worker < 3; worker++) {
                world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 2);
            }
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 1);
            world.send(new int[1], 1, MPI.INT, 0, 2);
        }
    }

    @Erroneous(
            says = "Sendrecv of a ring names the same neighbour for both directions.",
            ranks = 3,
            found = {"deadlock", "Sendrecv"})
    static void ringWithOneNeighbour(Intracomm world, int me) {
        int next = (me + 1) % 3;
        world.Sendrecv(new int[1], 0, 1, MPI.INT, next, 0, new int[1], 0, 1, MPI.INT, next, 0);
    }

    @Correct(says = "A ring with one rank that sends first.", ranks = 3)
    static void ringWithAFirst(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 0);
            world.recv(new int[1], 1, MPI.INT, 2, 0);
        } else {
            world.recv(new int[1], 1, MPI.INT, me - 1, 0);
            world.send(new int[1], 1, MPI.INT, (me + 1) % 3, 0);
        }
    }

    @Correct(says = "A shift with sendRecv around the ring.", ranks = 3)
    static void shift(Intracomm world, int me) {
        int[] in = new int[1];
        int last = (me + 2) % 3;
        world.sendRecv(new int[] {me}, 1, MPI.INT, (me + 1) % 3, 0, in, 1, MPI.INT, last, 0);
        Legal.expect(in[0] == last);
    }

    @Correct(says = "A shift along a chain, with PROC_NULL at its ends.", ranks = 3)
    static void chain(Intracomm world, int me) {
        int up = me == 2 ? MPI.PROC_NULL : me + 1;
        int down = me == 0 ? MPI.PROC_NULL : me - 1;
        world.Sendrecv(new int[1], 0, 1, MPI.INT, up, 0, new int[1], 0, 1, MPI.INT, down, 0);
    }

    @Correct(says = "Messages received in another order than sent, by tag.")
    static void tagsInOtherOrder(Intracomm world, int me) {
        for (int i = 0; i < 3; i++) {
            if (me == 0) {
                world.send(new int[] {i}, 1, MPI.INT, 1, i);
            } else {
                int[] in = new int[1];
                world.recv(in, 1, MPI.INT, 0, 2 - i);
                Legal.expect(in[0] == 2 - i);
            }
        }
    }

    @Correct(says = "A master hands out work by wildcard, and ends the workers.", ranks = 4)
    static void farm(Intracomm world, int me) {
        if (me == 0) {
            int left = 8;
            for (int running = 3; running > 0; ) {
                Status asked = world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1);
                running -= left > 0 ? 0 : 1;
                world.send(new int[] {left > 0 ? left-- : 0}, 1, MPI.INT, asked.getSource(), 2);
            }
        } else {
            int[] work = {1};
            while (work[0] > 0) {
                world.send(new int[1], 1, MPI.INT, 0, 1);
                world.recv(work, 1, MPI.INT, 0, 2);
            }
        }
    }

    @Correct(says = "Non-blocking barriers of two communicators in opposite order.")
    static void barriersInOppositeOrder(Intracomm world, int me) {
        Intracomm other = world.dup();
        Request first = (me == 0 ? world : other).iBarrier();
        Request second = (me == 0 ? other : world).iBarrier();
        Request.waitAll(new Request[] {first, second});
        other.free();
    }

    @Correct(says = "Receives posted before the sends, in a cycle.", ranks = 3)
    static void receivesPosted(Intracomm world, int me) {
        Request in = world.iRecv(new int[Legal.LARGE], Legal.LARGE, MPI.INT, (me + 2) % 3, 0);
        world.send(new int[Legal.LARGE], Legal.LARGE, MPI.INT, (me + 1) % 3, 0);
        in.waitFor();
    }
}
