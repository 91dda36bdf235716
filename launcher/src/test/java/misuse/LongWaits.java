package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Programs with long waits that end, one after the other; the arguments select them. */
public final class LongWaits {
    private static final long LONG_MS = 1_200;

    private LongWaits() {}

    public static void main(String[] arguments) throws InterruptedException {
        boolean threads = Arrays.stream(arguments).anyMatch(each -> each.endsWith("thread"));
        MPI.InitThread(arguments, threads ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE);
        for (String each : arguments) {
            run(each, MPI.COMM_WORLD, MPI.COMM_WORLD.getRank(), new int[1]);
        }
        MPI.Finalize();
        System.out.println("done");
    }

    private static void run(String program, Intracomm world, int me, int[] data)
            throws InterruptedException {
        switch (program) {
            case "sleep" -> sleepFirst(world, me, data);
            case "test" -> testFirst(world, me, data);
            case "barrier" -> comeLate(world, me);
            case "thread" -> helpByThread(world, me, data, false);
            case "virtual-thread" -> helpByThread(world, me, data, true);
            case "waiting-thread" -> helpByChain(world, me, data);
            case "testing-thread" -> helpByTests(world, me, data);
            default -> throw new IllegalArgumentException(program);
        }
    }

    private static void sleepFirst(Intracomm world, int me, int[] data)
            throws InterruptedException {
        if (me == 0) {
            Thread.sleep(LONG_MS);
            for (int rank = 1; rank < world.getSize(); rank++) {
                world.send(data, 1, MPI.INT, rank, 0);
            }
        } else {
            world.recv(data, 1, MPI.INT, 0, 0);
        }
    }

    private static void testFirst(Intracomm world, int me, int[] data) {
        if (me == 0) {
            Request never = world.iRecv(data, 1, MPI.INT, 0, 1);
            testForLong(never);
            world.send(new int[1], 1, MPI.INT, 0, 1);
            never.waitFor();
        }
        world.barrier();
    }

    private static void comeLate(Intracomm world, int me) throws InterruptedException {
        for (int late = 0; late < world.getSize(); late++) {
            if (me == late) {
                Thread.sleep(LONG_MS);
            }
            world.barrier();
        }
    }

    private static void helpByThread(Intracomm world, int me, int[] data, boolean virtual)
            throws InterruptedException {
        Runnable help =
                () -> {
                    sleep();
                    world.send(new int[1], 1, MPI.INT, (me + 1) % world.getSize(), 0);
                };
        Thread helper = virtual ? Thread.ofVirtual().start(help) : daemon(help);
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        helper.join();
    }

    private static Thread daemon(Runnable body) {
        return Thread.ofPlatform().daemon().start(body);
    }

    private static void sleep() {
        try {
            Thread.sleep(LONG_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The sending thread waits for a sleeping one. */
    private static void helpByChain(Intracomm world, int me, int[] data)
            throws InterruptedException {
        CountDownLatch slept = new CountDownLatch(1);
        Thread sleeper =
                daemon(
                        () -> {
                            sleep();
                            slept.countDown();
                        });
        Thread sender =
                daemon(
                        () -> {
                            awaitQuietly(slept);
                            world.send(new int[1], 1, MPI.INT, (me + 1) % world.getSize(), 0);
                        });
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        sleeper.join();
        sender.join();
    }

    /** The sending thread tests in a loop before. */
    private static void helpByTests(Intracomm world, int me, int[] data)
            throws InterruptedException {
        int next = (me + 1) % world.getSize();
        Thread tester =
                daemon(
                        () -> {
                            Request never = world.iRecv(new int[1], 1, MPI.INT, me, 1);
                            testForLong(never);
                            world.send(new int[1], 1, MPI.INT, next, 0);
                            world.send(new int[1], 1, MPI.INT, me, 1);
                            never.waitFor();
                        });
        world.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        tester.join();
    }

    private static void testForLong(Request never) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONG_MS);
        while (System.nanoTime() < endNs) {
            never.test();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
