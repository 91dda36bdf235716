package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Deadlocks of some ranks while others compute or test, and long waits that end. */
@Kind("deadlock beside busy ranks")
final class Bystanders {
    private static final int ENDLESS_MS = 1_000_000;

    private Bystanders() {}

    private static void waitForEachOther(Intracomm world, int me) {
        world.recv(new int[1], 1, MPI.INT, 1 - me, 0);
        world.send(new int[1], 1, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "Two ranks wait for each other while a third one tests a receive in a loop.",
            ranks = 3,
            found = {"deadlock", "ranks 0-1 wait", "0 -> 1 -> 0", "Bystanders.waitForEachOther"})
    static void testing(Intracomm world, int me) {
        if (me < 2) {
            waitForEachOther(world, me);
            world.send(new int[1], 1, MPI.INT, 2, 5);
        } else {
            Request never = world.iRecv(new int[1], 1, MPI.INT, 0, 5);
            while (!never.test() && Legal.goesOn()) {
                Legal.pause();
            }
        }
    }

    @Erroneous(
            says = "Two ranks wait for each other while a third one probes in a loop.",
            ranks = 3,
            found = {"deadlock", "ranks 0-1 wait", "0 -> 1 -> 0", "Bystanders.waitForEachOther"})
    static void probing(Intracomm world, int me) {
        if (me < 2) {
            waitForEachOther(world, me);
            world.send(new int[1], 1, MPI.INT, 2, 5);
        } else {
            while (world.iProbe(MPI.ANY_SOURCE, 5) == null && Legal.goesOn()) {
                Legal.pause();
            }
        }
    }

    @Erroneous(
            says = "Two ranks wait for each other while a third one computes.",
            ranks = 3,
            found = {"deadlock", "ranks 0-1 wait", "0 -> 1 -> 0", "Bystanders.waitForEachOther"})
    static void computing(Intracomm world, int me) {
        if (me < 2) {
            waitForEachOther(world, me);
        } else {
            Legal.computeEndlessly();
        }
    }

    @Erroneous(
            says = "Two ranks wait for each other while a third one sleeps.",
            ranks = 3,
            found = {"deadlock", "ranks 0-1 wait", "0 -> 1 -> 0", "Bystanders.waitForEachOther"})
    static void sleeping(Intracomm world, int me) throws InterruptedException {
        if (me < 2) {
            waitForEachOther(world, me);
        } else {
            Legal.sleepFor(ENDLESS_MS);
        }
    }

    @Erroneous(
            says = "All ranks test receives in loops whose messages are never sent.",
            checked = {"deadlock", "0 -> 1 -> 0", "Request.Test"})
    static void allTest(Intracomm world, int me) throws InterruptedException {
        Request never = world.Irecv(new int[1], 0, 1, MPI.INT, 1 - me, 0);
        while (never.Test() == null && Legal.goesOn()) {
            Legal.sleepFor(1);
        }
    }

    @Erroneous(
            says = "A rank tests for an answer while the other one waits for the question.",
            checked = {"deadlock", "0 -> 1 -> 0", "Request.test", "Comm.recv"})
    static void answerWithoutQuestion(Intracomm world, int me) throws InterruptedException {
        if (me == 0) {
            Request answer = world.iRecv(new int[1], 1, MPI.INT, 1, 2);
            while (!answer.test() && Legal.goesOn()) {
                Legal.sleepFor(1);
            }
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 1);
            world.send(new int[1], 1, MPI.INT, 0, 2);
        }
    }

    @Erroneous(
            says =
                    "Ranks 0 and 1 wait in a barrier of their communicator's other half, which"
                            + " tests.",
            ranks = 4,
            checked = {"deadlock", "Request.test", "BARRIER"})
    static void halfTests(Intracomm world, int me) throws InterruptedException {
        if (me < 2) {
            world.barrier();
        } else {
            Request never = world.iRecv(new int[1], 1, MPI.INT, me - 2, 4);
            while (!never.test() && Legal.goesOn()) {
                Legal.sleepFor(1);
            }
            world.barrier();
        }
    }

    @Erroneous(
            says =
                    "A spinning thread, under MPI_THREAD_MULTIPLE, beside a rank that waits for"
                            + " itself.",
            ranks = 1,
            missed = "a rank with a thread outside of MPI counts as busy")
    static void spinningThread() throws InterruptedException {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        Thread spins = Thread.ofPlatform().daemon().start(() -> Legal.computeEndlessly());
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0);
        spins.join();
        MPI.Finalize();
    }

    @Correct(says = "A rank computes for some time before it sends.", ranks = 3)
    static void lateSender(Intracomm world, int me) {
        if (me == 0) {
            Legal.computeFor(350);
            world.send(new int[1], 1, MPI.INT, 1, 0);
            world.send(new int[1], 1, MPI.INT, 2, 0);
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 0);
        }
    }

    @Correct(says = "A rank sleeps before it takes part in a barrier.", ranks = 3)
    static void lateForBarrier(Intracomm world, int me) throws InterruptedException {
        if (me == 1) {
            Legal.sleepFor(350);
        }
        world.barrier();
    }

    @Correct(
            says = "A rank tests in a loop while the sender sleeps; a third one waits for both.",
            ranks = 3)
    static void pollUntilSent(Intracomm world, int me) throws InterruptedException {
        if (me == 0) {
            Legal.sleepFor(350);
            world.send(new int[1], 1, MPI.INT, 1, 0);
        } else if (me == 1) {
            Request late = world.iRecv(new int[1], 1, MPI.INT, 0, 0);
            while (!late.test() && Legal.goesOn()) {
                Legal.pause();
            }
            world.send(new int[1], 1, MPI.INT, 2, 0);
        } else {
            world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
        }
    }

    @Correct(says = "A rank probes in a loop, and answers what it finds.")
    static void server(Intracomm world, int me) throws InterruptedException {
        if (me == 0) {
            Status found = null;
            while (found == null && Legal.goesOn()) {
                found = world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                Legal.pause();
            }
            world.recv(new int[1], 1, MPI.INT, found.getSource(), found.getTag());
            world.send(new int[1], 1, MPI.INT, found.getSource(), 1);
        } else {
            Legal.sleepFor(300);
            world.send(new int[1], 1, MPI.INT, 0, 4);
            world.recv(new int[1], 1, MPI.INT, 0, 1);
        }
    }

    @Correct(says = "A thread makes the send that its rank's main thread waits for.", ranks = 1)
    static void otherThreadSends() throws InterruptedException {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        Thread sender =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Legal.computeFor(300);
                                    world.send(new int[1], 1, MPI.INT, 0, 0);
                                });
        world.recv(new int[1], 1, MPI.INT, 0, 0);
        sender.join();
        MPI.Finalize();
    }

    @Correct(says = "Loops of getStatus until a persistent receive is complete.")
    static void getStatusLoop(Intracomm world, int me) {
        if (me == 0) {
            Legal.computeFor(250);
            world.send(new int[1], 1, MPI.INT, 1, 0);
        } else {
            Prequest receive = world.recvInit(new int[1], 1, MPI.INT, 0, 0);
            receive.start();
            while (receive.getStatus() == null && Legal.goesOn()) {
                Legal.pause();
            }
            receive.waitFor();
            receive.free();
        }
    }
}
