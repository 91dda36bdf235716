package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Requests that are lost, or used in ways that do not fit their state. */
@Kind("request")
final class Requests {
    private Requests() {}

    @Erroneous(
            says = "A send is never completed.",
            checked = {"not freed: 1 request made by Comm.iSend", "Requests.sendLost("})
    static void sendLost(Intracomm world, int me) {
        if (me == 0) {
            world.iSend(new int[1], 1, MPI.INT, 1, 0);
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "A receive that has matched is never completed (capitalised).",
            found = "note: requests not completed by a wait or test: 1",
            checked = {"not freed: 1 request made by Comm.Irecv"})
    static void receiveLost(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new int[1], 0, 1, MPI.INT, 1, 0);
        } else {
            world.Irecv(new int[1], 0, 1, MPI.INT, 0, 0);
        }
        world.Barrier();
    }

    @Erroneous(
            says = "A receive that never matches is left to Finalize.",
            ranks = 1,
            found = "note: receives without a message: 1 (recv source=0 tag=0",
            checked = {"not freed: 1 request made by Comm.iRecv"})
    static void receivePending(Intracomm world, int me) {
        world.iRecv(new int[1], 1, MPI.INT, 0, 0);
    }

    @Erroneous(
            says = "A non-blocking barrier is never completed.",
            checked = {"not freed: 1 request made by Comm.iBarrier"})
    static void barrierLost(Intracomm world, int me) {
        world.iBarrier();
    }

    @Erroneous(
            says = "A non-blocking reduction is tested once and then left.",
            checked = {"request made by Comm.iAllReduce"})
    static void reductionTestedOnce(Intracomm world, int me) {
        Request reduction = world.iAllReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
        if (me == 0) {
            reduction.waitFor();
        }
        world.barrier();
    }

    @Erroneous(
            says = "A loop overwrites the variable of its requests.",
            checked = {"not freed: 4 requests made by Comm.iSend"})
    static void overwritten(Intracomm world, int me) {
        Request last = MPI.REQUEST_NULL;
        for (int i = 0; i < 5; i++) {
            if (me == 0) {
                last = world.iSend(new int[1], 1, MPI.INT, 1, 0);
            } else {
                world.recv(new int[1], 1, MPI.INT, 0, 0);
            }
        }
        last.waitFor();
    }

    @Erroneous(
            says = "A persistent request is not freed.",
            ranks = 1,
            checked = {"not freed: 1 "})
    static void persistentNotFreed(Intracomm world, int me) {
        Prequest send = world.sendInit(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        send.start();
        send.waitFor();
    }

    @Correct(says = "A persistent request is freed without a start.", ranks = 1)
    static void persistentNeverStarted(Intracomm world, int me) {
        Prequest receive = world.recvInit(new int[1], 1, MPI.INT, 0, 0);
        receive.free();
    }

    @Erroneous(
            says = "A persistent request is started twice without a wait.",
            found = {"ERR_REQUEST", "Requests.startedTwice("})
    static void startedTwice(Intracomm world, int me) {
        Prequest receive = world.recvInit(new int[1], 1, MPI.INT, 1 - me, 0);
        receive.start();
        receive.start();
        receive.free();
    }

    @Erroneous(
            says = "A persistent request is waited for but not started.",
            checked = {"never started", "Requests.waitedNotStarted("})
    static void waitedNotStarted(Intracomm world, int me) {
        Prequest receive = world.recvInit(new int[1], 1, MPI.INT, 1 - me, 0);
        receive.waitFor();
        receive.free();
    }

    @Erroneous(
            says = "A request is freed twice.",
            ranks = 1,
            checked = {"note: ", "frees a request again", "Requests.freedTwice("})
    static void freedTwice(Intracomm world, int me) {
        Request send = world.iSend(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        send.free();
        send.free();
    }

    @Erroneous(
            says = "A freed persistent request is started.",
            ranks = 1,
            found = {"ERR_REQUEST", "Requests.startedAfterFree("})
    static void startedAfterFree(Intracomm world, int me) {
        Prequest send = world.Send_init(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0);
        send.Free();
        send.Start();
    }

    @Correct(says = "A request is waited for twice; it is null the second time.", ranks = 1)
    static void waitedTwice(Intracomm world, int me) {
        Request send = world.iSend(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        send.waitFor();
        send.waitFor();
    }

    @Erroneous(
            says = "One request is twice in an array of waitAll.",
            checked = {"ERR_REQUEST", "twice", "Requests.twiceInArray("})
    static void twiceInArray(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        Request.waitAll(new Request[] {in, in});
    }

    @Erroneous(
            says = "Two threads wait for one request.",
            checked = {"ERR_REQUEST", "two threads wait", "Requests.twoThreadsWait("})
    static void twoThreadsWait() throws InterruptedException {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.getRank();
        Request in = world.iRecv(new int[1], 1, MPI.INT, other, 0);
        Thread main = Thread.currentThread();
        Thread second = Thread.ofPlatform().start(in::waitFor);
        Legal.untilWaiting(second);
        // Only then, so that the first wait does not end before the second one.
        Thread sender =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Legal.untilWaiting(main);
                                    world.send(new int[1], 1, MPI.INT, other, 0);
                                });
        in.waitFor();
        second.join();
        sender.join();
        MPI.Finalize();
    }

    @Erroneous(
            says = "A null reference is in an array of requests.",
            checked = {"note: ", "has null in its array", "Requests.nullInArray("})
    static void nullInArray(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        Request.waitAll(new Request[] {in, null});
    }

    @Erroneous(
            says = "An active receive is freed, and its buffer read after a barrier.",
            checked = {"note: ", "Requests.freedWhileActive("})
    static void freedWhileActive(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        in.free();
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        world.barrier();
    }

    @Erroneous(
            says = "startAll of a request that is active.",
            found = {"ERR_REQUEST", "Requests.startAllOfActive("})
    static void startAllOfActive(Intracomm world, int me) {
        Prequest in = world.recvInit(new int[1], 1, MPI.INT, 1 - me, 0);
        Prequest out = world.sendInit(new int[1], 1, MPI.INT, 1 - me, 0);
        in.start();
        Prequest.startAll(new Prequest[] {in, out});
        Request.waitAll(new Request[] {in, out});
        in.free();
        out.free();
    }

    @Correct(says = "Null requests in an array of waitAll.")
    static void nullRequests(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        Request.waitAll(new Request[] {MPI.REQUEST_NULL, in, MPI.REQUEST_NULL});
    }

    @Correct(says = "A request is completed by a loop of tests, and then waited for.")
    static void testedThenWaited(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
        while (!in.test() && Legal.goesOn()) {
            Legal.pause();
        }
        in.waitFor();
    }

    @Correct(says = "A send is freed while it is active, and completed by the receiver's answer.")
    static void sendFreed(Intracomm world, int me) {
        if (me == 0) {
            world.iSend(new int[1], 1, MPI.INT, 1, 0).free();
            world.recv(new int[0], 0, MPI.INT, 1, 1);
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 0);
            world.send(new int[0], 0, MPI.INT, 0, 1);
        }
    }

    @Correct(says = "waitAny until all of several receives are complete.", ranks = 3)
    static void waitAnyOfAll(Intracomm world, int me) {
        if (me != 0) {
            world.send(new int[1], 1, MPI.INT, 0, me);
            return;
        }
        Request[] in = new Request[2];
        for (int i = 0; i < 2; i++) {
            in[i] = world.iRecv(new int[1], 1, MPI.INT, i + 1, i + 1);
        }
        Request.waitAny(in);
        Request.waitAny(in);
    }

    @Correct(says = "waitSome and testAll over many requests.")
    static void waitSome(Intracomm world, int me) {
        Request[] all = new Request[8];
        for (int i = 0; i < 4; i++) {
            all[i] = world.iRecv(new int[1], 1, MPI.INT, 1 - me, i);
            all[4 + i] = world.iSend(new int[1], 1, MPI.INT, 1 - me, i);
        }
        while (!Request.testAll(all) && Legal.goesOn()) {
            Legal.pause();
        }
    }

    @Correct(says = "An inactive persistent request is waited for by waitAll after its use.")
    static void inactivePersistent(Intracomm world, int me) {
        Prequest in = world.Recv_init(new int[1], 0, 1, MPI.INT, 1 - me, 0);
        Prequest out = world.Send_init(new int[1], 0, 1, MPI.INT, 1 - me, 0);
        for (int i = 0; i < 2; i++) {
            Prequest.Startall(new Prequest[] {in, out});
            Request.Waitall(new Request[] {in, out});
        }
        in.Free();
        out.Free();
    }

    @Correct(says = "A request is completed by another thread than the one that made it.")
    static void completedElsewhere() throws InterruptedException {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.getRank();
        Request in = world.iRecv(new int[1], 1, MPI.INT, other, 0);
        Thread waits = Thread.ofPlatform().start(in::waitFor);
        world.send(new int[1], 1, MPI.INT, other, 0);
        waits.join();
        MPI.Finalize();
    }
}
