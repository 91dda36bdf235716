package musubi.conformance.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Grequest;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;
import musubi.conformance.Phase;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Section 11.6: multithreaded programs. */
public final class Threads {
    private Threads() {}

    /** The work of a thread. */
    private interface Work {
        void run(int thread);
    }

    /** Runs the work in several threads and rethrows the exception of one of them. */
    private static void inThreads(int threads, Work work) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            all.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            work.run(number);
                                        } catch (Throwable e) {
                                            failure.compareAndSet(null, e);
                                        }
                                    }));
        }
        for (Thread thread : all) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed: " + failure.get(), failure.get());
        }
    }

    @Case(
            section = "11.6.2",
            calls = {"MPI.InitThread", "MPI.queryThread"},
            says = "InitThread provides the requested level.",
            phase = Phase.MANY_THREADS)
    static void level(Intracomm comm) {
        assertEquals(MPI.THREAD_MULTIPLE, MPI.queryThread());
    }

    @Case(
            section = "11.6.2",
            calls = {"MPI.isThreadMain", "MPI.isMainThread"},
            says = "Only the thread that called InitThread is the main thread.",
            phase = Phase.MANY_THREADS)
    static void mainThread(Intracomm comm) throws InterruptedException {
        assertTrue(MPI.isThreadMain());
        inThreads(1, thread -> assertFalse(MPI.isThreadMain() || MPI.isMainThread()));
    }

    @Case(
            section = "11.2.1",
            calls = {"MPI.InitThread", "MPI.Finalize"},
            says = "MPI can be initialised and used again after Finalize.",
            phase = Phase.MANY_THREADS)
    static void again(Intracomm comm) {
        assertTrue(MPI.Initialized());
        assertFalse(MPI.isFinalized());
        int[] sum = {1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(comm.getSize(), sum[0]);
        assertNull(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
    }

    @Case(
            section = "11.6.1",
            calls = {"Comm.send", "Comm.recv"},
            says = "Threads with different tags do not interfere.",
            ranks = 2,
            phase = Phase.MANY_THREADS)
    static void tagsOfTheirOwn(Intracomm comm, Form form) throws InterruptedException {
        int me = comm.getRank();
        if (me > 1) {
            return;
        }
        inThreads(
                4,
                thread -> {
                    for (int i = 0; i < 50; i++) {
                        Ints in = form.zeros(1);
                        if (me == 0) {
                            form.calls()
                                    .send(
                                            comm,
                                            Mode.STANDARD,
                                            form.ints(thread * 100 + i),
                                            1,
                                            1,
                                            thread);
                            form.calls().recv(comm, in, 1, 1, thread);
                        } else {
                            form.calls().recv(comm, in, 1, 0, thread);
                            form.calls().send(comm, Mode.STANDARD, in, 1, 0, thread);
                        }
                        in.expect(thread * 100 + i);
                    }
                });
    }

    @Case(
            section = "11.6.1",
            calls = {"Comm.recv", "Comm.send"},
            says = "A waiting thread does not block the send of another thread that it waits for.",
            phase = Phase.MANY_THREADS)
    static void waitsForAnother(Intracomm comm, Form form) throws InterruptedException {
        int me = comm.getRank();
        inThreads(
                2,
                thread -> {
                    Ints buf = form.ints(thread);
                    if (thread == 0) {
                        form.calls().recv(comm, buf, 1, me, 5);
                        buf.expect(1);
                    } else {
                        form.calls().send(comm, Mode.SYNCHRONOUS, buf, 1, me, 5);
                    }
                });
    }

    @Case(
            section = "11.6.1",
            calls = {"Comm.allReduce", "Comm.dup"},
            says = "Threads can call collectives concurrently in separate communicators.",
            phase = Phase.MANY_THREADS)
    static void collectives(Intracomm comm) throws InterruptedException {
        Intracomm[] comms = {comm.dup(), comm.dup(), comm.dup()};
        inThreads(
                comms.length,
                thread -> {
                    for (int i = 0; i < 10; i++) {
                        int[] sum = {thread + i};
                        comms[thread].allReduce(sum, 1, MPI.INT, MPI.SUM);
                        assertEquals((thread + i) * comm.getSize(), sum[0]);
                    }
                });
        for (Intracomm one : comms) {
            one.free();
        }
    }

    @Case(
            section = "11.6.1",
            calls = {"Request.waitStatus", "Comm.iRecv"},
            says = "A thread may wait for a request started by another one.",
            phase = Phase.MANY_THREADS)
    static void handedOver(Intracomm comm, Form form) throws InterruptedException {
        int me = comm.getRank();
        Ints in = form.zeros(1);
        Request request = form.calls().irecv(comm, in, 1, me, 0);
        inThreads(1, thread -> form.calls().send(comm, Mode.STANDARD, form.ints(3), 1, me, 0));
        inThreads(1, thread -> form.calls().await(request));
        in.expect(3);
        assertTrue(request.isNull());
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.start", "Grequest.complete", "Request.waitStatus"},
            says = "A thread can complete a generalized request while another thread waits for it.",
            phase = Phase.MANY_THREADS)
    static void generalized(Intracomm comm) throws InterruptedException {
        Grequest request = Grequest.start(s -> s.setElements(MPI.INT, 3), () -> {}, complete -> {});
        Thread worker = Thread.ofPlatform().start(request::complete);
        Status status = request.waitStatus();
        assertEquals(3, status.getCount(MPI.INT));
        assertTrue(request.isNull());
        worker.join();
    }

    @Case(
            section = "11.6.1",
            calls = {"Message.mProbe", "Message.mRecv"},
            says = "Threads with matched probes receive each message once.",
            ranks = 2,
            phase = Phase.MANY_THREADS)
    static void matchedProbes(Intracomm comm) throws InterruptedException {
        int n = 40;
        if (comm.getRank() == 0) {
            for (int i = 0; i < n; i++) {
                comm.send(new int[] {i}, 1, MPI.INT, 1, 0);
            }
        } else if (comm.getRank() == 1) {
            java.util.concurrent.atomic.AtomicInteger sum =
                    new java.util.concurrent.atomic.AtomicInteger();
            inThreads(
                    4,
                    thread -> {
                        for (int i = 0; i < n / 4; i++) {
                            mpi.Message message = new mpi.Message();
                            message.mProbe(0, 0, comm);
                            int[] in = new int[1];
                            message.mRecv(in, 1, MPI.INT);
                            sum.addAndGet(in[0]);
                        }
                    });
            assertEquals(n * (n - 1) / 2, sum.get());
        }
    }
}
