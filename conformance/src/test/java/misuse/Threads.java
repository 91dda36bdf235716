package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Calls of several threads. */
@Kind("threads")
final class Threads {
    private Threads() {}

    private static void init(int level) {
        MPI.InitThread(new String[0], level);
    }

    private static void shift(int tag) {
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.getRank();
        world.sendRecv(new int[1], 1, MPI.INT, other, tag, new int[1], 1, MPI.INT, other, tag);
    }

    /** Runs on another thread, which ends before this method returns. */
    private static void onOther(Runnable call) throws InterruptedException {
        Thread other = Thread.ofPlatform().name("other").start(call);
        other.join();
    }

    @Erroneous(
            says = "A second thread calls MPI after Init without a level.",
            found = {"a thread calls MPI that may not", "THREAD_SINGLE"})
    static void secondThread(Intracomm world, int me) throws InterruptedException {
        onOther(() -> shift(0));
    }

    @Erroneous(
            says = "Another thread than the main one calls MPI at level FUNNELED.",
            found = {"a thread calls MPI that may not", "THREAD_FUNNELED"})
    static void funneled() throws InterruptedException {
        init(MPI.THREAD_FUNNELED);
        onOther(() -> shift(0));
        MPI.Finalize();
    }

    @Erroneous(
            says = "Two threads call MPI at the same time at level SERIALIZED.",
            checked = {"a thread calls MPI that may not", "THREAD_SERIALIZED"},
            variesOverTcp = true)
    static void serialized() throws InterruptedException {
        init(MPI.THREAD_SERIALIZED);
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.getRank();
        Thread receives =
                Thread.ofPlatform().start(() -> world.recv(new int[1], 1, MPI.INT, other, 0));
        Legal.untilWaiting(receives);
        world.send(new int[1], 1, MPI.INT, other, 0);
        receives.join();
        MPI.Finalize();
    }

    @Erroneous(
            says = "Two threads call a barrier of one communicator at the same time.",
            checked = {"ERR_COMM", "two threads make collective calls"})
    static void twoInOneBarrier() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        Thread main = Thread.currentThread();
        Thread report =
                Thread.ofPlatform()
                        .unstarted(
                                () -> {
                                    Legal.untilWaiting(main);
                                    world.send(new int[0], 0, MPI.INT, 1, 0);
                                });
        if (world.getRank() == 1) {
            world.recv(new int[0], 0, MPI.INT, 0, 0);
        }
        Thread second = Thread.ofPlatform().start(world::barrier);
        if (world.getRank() == 0) {
            Legal.untilWaiting(second);
            report.start();
        }
        world.barrier();
        second.join();
        report.join();
        MPI.Finalize();
    }

    @Erroneous(
            says = "Two threads of each rank call different collectives of one communicator.",
            found = {"ERR_NOT_SAME", "BCAST"},
            checked = {
                "ERR_NOT_SAME|two threads make collective calls on one communicator",
                "BCAST|bcast"
            })
    static void twoCollectives() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        Runnable barrier = world::barrier;
        Runnable broadcast = () -> world.bcast(new int[1], 1, MPI.INT, 0);
        Thread second = Thread.ofPlatform().start(me == 0 ? barrier : broadcast);
        Legal.untilWaiting(second);
        (me == 0 ? broadcast : barrier).run();
        second.join();
        MPI.Finalize();
    }

    @Erroneous(
            says = "Another thread than that of Init calls Finalize.",
            found = "another thread than that of Init calls Finalize")
    static void finalizeByOther() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        onOther(MPI::Finalize);
    }

    @Erroneous(
            says = "Finalize while another thread waits in a receive.",
            ranks = 1,
            found = {"a thread is still in an MPI call at Finalize", "Threads."})
    static void finalizeDuringReceive() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        Thread receives = Thread.ofPlatform().start(() -> world.recv(new int[1], 1, MPI.INT, 0, 0));
        Legal.untilWaiting(receives);
        MPI.Finalize();
        receives.join();
    }

    @Erroneous(
            says = "A thread probes for a message that another thread receives.",
            missed = "a probe is not linked with its receive")
    static void probeAndOtherReceives() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.getRank();
        world.send(new int[1], 1, MPI.INT, other, 0);
        world.send(new int[1], 1, MPI.INT, other, 0);
        Status found = world.probe(other, 0);
        onOther(() -> world.recv(new int[1], 1, MPI.INT, other, 0));
        world.recv(new int[1], 1, MPI.INT, found.getSource(), 0);
        MPI.Finalize();
    }

    @Erroneous(
            says = "Threads of a rank wait for each other's messages in a cycle.",
            ranks = 1,
            found = {"deadlock", "tag=1", "tag=2"})
    static void cycleOfThreads() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        Thread second =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    world.recv(new int[1], 1, MPI.INT, 0, 1);
                                    world.send(new int[1], 1, MPI.INT, 0, 2);
                                });
        world.recv(new int[1], 1, MPI.INT, 0, 2);
        world.send(new int[1], 1, MPI.INT, 0, 1);
        second.join();
        MPI.Finalize();
    }

    @Erroneous(
            says = "Two threads receive into one buffer at the same time.",
            checked = {"ERR_BUFFER", "Threads."})
    static void oneBuffer() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.getRank();
        int[] data = new int[1];
        Thread second = Thread.ofPlatform().start(() -> world.recv(data, 1, MPI.INT, other, 0));
        Legal.untilWaiting(second);
        Request in = world.iRecv(data, 1, MPI.INT, other, 1);
        world.send(new int[1], 1, MPI.INT, other, 0);
        world.send(new int[1], 1, MPI.INT, other, 1);
        in.waitFor();
        second.join();
        MPI.Finalize();
    }

    @Correct(says = "Four threads of each rank exchange messages by tag.")
    static void manyThreads() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int tag = i;
            threads[i] =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        for (int round = 0; round < 10; round++) {
                                            shift(tag);
                                        }
                                    });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        MPI.Finalize();
    }

    @Correct(says = "Threads call MPI one after the other at level SERIALIZED.")
    static void inTurns() throws InterruptedException {
        init(MPI.THREAD_SERIALIZED);
        for (int i = 0; i < 3; i++) {
            onOther(() -> shift(0));
            shift(1);
        }
        MPI.Finalize();
    }

    @Correct(says = "Two threads call collectives, each of its own communicator.")
    static void twoCommunicators() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        Intracomm copy = world.dup();
        Thread second = Thread.ofPlatform().start(copy::barrier);
        world.barrier();
        second.join();
        copy.free();
        MPI.Finalize();
    }

    @Correct(says = "Another thread computes at level SINGLE, without calls of MPI.")
    static void computingThread(Intracomm world, int me) throws InterruptedException {
        Thread computes = Thread.ofPlatform().start(() -> Legal.computeFor(20));
        shift(0);
        computes.join();
    }

    @Correct(says = "Virtual threads exchange messages.")
    static void virtualThreads() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Thread first = Thread.ofVirtual().start(() -> shift(0));
        Thread second = Thread.ofVirtual().start(() -> shift(1));
        first.join();
        second.join();
        MPI.Finalize();
    }

    @Correct(says = "A thread receives by wildcard while the main thread sends.")
    static void receiver() throws InterruptedException {
        init(MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.getRank();
        Thread receives =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    for (int i = 0; i < 5; i++) {
                                        world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 7);
                                    }
                                });
        for (int i = 0; i < 5; i++) {
            world.send(new int[1], 1, MPI.INT, other, 7);
        }
        receives.join();
        MPI.Finalize();
    }
}
