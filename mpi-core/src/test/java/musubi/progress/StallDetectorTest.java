package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Stall;
import musubi.error.CallNotes;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What is reported as a stall, and which threads prevent it. */
class StallDetectorTest extends StallFixture {
    private void sleepEnds() {
        detector.afterSleep(wait, awaited);
    }

    @Test
    void shouldReportAWaitWithWhatItDependsOn() {
        sleepEnds();
        assertEquals(List.of("stalled 1"), take());
        Stall stall = stalls.get(0);
        assertEquals(10, stall.sent());
        assertEquals(20, stall.received());
        assertEquals(List.of("a note"), stall.notes());
        Stall.Wait only = stall.waits().get(0);
        assertEquals("one; or two", only.description());
        assertEquals(List.of(2, 4), only.ranks());
        assertTrue(only.anySuffices());
        assertTrue(wait.isWatched);
        sleepEnds();
        assertTrue(take().isEmpty());
        detector.endWait(wait);
        assertFalse(wait.isWatched);
        assertEquals(List.of("resumed"), take());
        sleepEnds();
        assertEquals(List.of("stalled 2"), take());
        assertEquals(1, stalls.get(1).waits().size());
    }

    @Test
    void shouldWithdrawAReportWhenMessagesHaveMoved() {
        sleepEnds();
        sent++;
        sleepEnds();
        assertEquals(List.of("stalled 1", "resumed"), take());
        sleepEnds();
        received++;
        sleepEnds();
        sleepEnds();
        assertEquals(List.of("stalled 2", "resumed", "stalled 3"), take());
    }

    @Test
    void shouldNotReportWhenSomethingCanStillEndTheWait() {
        awaited.complete = true;
        sleepEnds();
        awaited.complete = false;
        work.add(
                new Operation() {
                    @Override
                    public boolean advance() {
                        return true;
                    }
                });
        sleepEnds();
        assertTrue(take().isEmpty());
        work.advance();
        sleepEnds();
        assertEquals(List.of("stalled 1"), take());
        StallDetector crowd =
                new StallDetector(
                        link,
                        counts,
                        work,
                        new StallDetector.Times(0, 0, true),
                        new ThreadActivity(gate, true, _ -> null),
                        failures);
        CountDownLatch over = new CountDownLatch(1);
        Thread busy = new Thread(() -> spinUntil(over));
        busy.start();
        crowd.afterSleep(new IdleStrategy.Wait(), awaited);
        over.countDown();
        join(busy);
        assertTrue(take().isEmpty());
    }

    @Test
    void shouldConfirmAProbeOnceAfterADutyCycle() {
        sleepEnds();
        take();
        sleepEnds();
        probe = 5;
        sleepEnds();
        assertTrue(take().isEmpty());
        sleepEnds();
        assertEquals(List.of("confirm 1 5"), take());
        sleepEnds();
        assertTrue(take().isEmpty());
        probe = 6;
        sleepEnds();
        sleepEnds();
        assertEquals(List.of("confirm 1 6"), take());
    }

    @Test
    void shouldConfirmAProbeOnTheThreadThatHasSeenIt() {
        sleepEnds();
        take();
        probe = 5;
        sleepEnds();
        IdleStrategy.Wait other = new IdleStrategy.Wait();
        Awaited its = new Awaited();
        Thread thread =
                new Thread(
                        () -> {
                            detector.afterSleep(other, its);
                            log.add("twice");
                            detector.afterSleep(other, its);
                            detector.afterSleep(other, its);
                        });
        thread.start();
        join(thread);
        assertEquals(List.of("resumed", "stalled 2", "twice", "confirm 2 5"), take());
        assertEquals(2, stalls.get(1).waits().size());
    }

    @Test
    void shouldWaitForTheSetTimeAndCheckInIntervals() {
        assertEquals(500_000_000, detector(1000).longestSleepNs());
        assertEquals(4_000_000_000L, detector(8000).longestSleepNs());
        assertEquals(50_000_000, detector(100).longestSleepNs());
        StallDetector patient = detector(System.nanoTime() / 1_000_000);
        new IdleStrategy(2, 1, false).spinOrYield(wait);
        patient.afterSleep(wait, awaited);
        assertTrue(take().isEmpty());
        assertFalse(wait.isWatched);
        StallDetector quick = detector(400);
        quick.afterSleep(new IdleStrategy.Wait(), awaited);
        assertEquals(List.of("stalled 1"), take());
        assertEquals(100_000_000, quick.longestSleepNs());
        StallDetector slow = detector(10_000);
        slow.afterSleep(new IdleStrategy.Wait(), awaited);
        assertEquals(250_000_000, slow.longestSleepNs());
    }

    @Test
    void shouldPauseLongerWhenAJvmOfManyRanksMakesChecksLong() {
        assertEquals(250, StallDetector.pauseNs(1, 250));
        assertEquals(2_000, StallDetector.pauseNs(100, 250));
        assertEquals(4_000, StallDetector.pauseNs(1_000_000, 250));
        assertEquals(0, StallDetector.pauseNs(1_000_000, 0));
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    /** A thread of a group in some state, and whether it may end a wait of this thread. */
    private static boolean mayEnd(
            ThreadActivity activity, ThreadGroup group, boolean daemon, String name) {
        CountDownLatch over = new CountDownLatch(1);
        Thread thread = new Thread(group, () -> spinUntil(over), name);
        thread.setDaemon(daemon);
        thread.start();
        boolean may = activity.mayEndWait(Set.of(Thread.currentThread()));
        over.countDown();
        join(thread);
        return may;
    }

    @Test
    void shouldCountThreadsOfTheRanksGroupThatRun() {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadGroup inner = new ThreadGroup(rank, "inner");
        ThreadActivity funneled = new ThreadActivity(gate, false, _ -> rank);
        ThreadActivity multiple = new ThreadActivity(gate, true, _ -> rank);
        assertFalse(funneled.mayEndWait(Set.of()));
        assertTrue(mayEnd(funneled, rank, false, "worker"));
        assertTrue(mayEnd(funneled, inner, false, "worker"));
        assertFalse(mayEnd(funneled, rank, true, "worker"));
        assertTrue(mayEnd(multiple, rank, true, "worker"));
        assertFalse(mayEnd(multiple, rank, false, "DestroyJavaVM"));
        assertFalse(mayEnd(multiple, new ThreadGroup("elsewhere"), false, "Thread-9"));
    }

    @Test
    void shouldNotCountThreadsThatWaitForOthersOrWaitInMpi() throws InterruptedException {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadActivity activity = new ThreadActivity(gate, true, _ -> rank);
        CountDownLatch over = new CountDownLatch(1);
        Thread waiting =
                new Thread(
                        rank,
                        () -> {
                            try {
                                over.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        waiting.start();
        awaitState(waiting, Thread.State.WAITING);
        assertFalse(activity.mayEndWait(Set.of()));
        CountDownLatch spun = new CountDownLatch(1);
        Thread spinning = new Thread(rank, () -> spinUntil(spun));
        spinning.start();
        assertTrue(activity.mayEndWait(Set.of()));
        assertFalse(activity.mayEndWait(Set.of(spinning)));
        over.countDown();
        spun.countDown();
        waiting.join();
        spinning.join();
    }

    /** As of a thread that tests in a loop while another one waits. */
    @Test
    void shouldCountAThreadThatWaitsAtTheGate() {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadActivity activity = new ThreadActivity(gate, true, _ -> rank);
        Gate elsewhere = new Gate(ThreadLevel.MULTIPLE, false, false, null, new CallNotes(null));
        ThreadActivity ofAnother = new ThreadActivity(elsewhere, true, _ -> rank);
        Thread tester =
                new Thread(
                        rank,
                        () -> {
                            gate.enter();
                            gate.exit();
                        });
        gate.enter();
        tester.start();
        awaitState(tester, Thread.State.WAITING);
        boolean may = activity.mayEndWait(Set.of());
        boolean mayIfItWaits = activity.mayEndWait(Set.of(tester));
        boolean mayForAnother = ofAnother.mayEndWait(Set.of());
        gate.exit();
        join(tester);
        assertTrue(may);
        assertFalse(mayIfItWaits, "it waits itself");
        assertFalse(mayForAnother, "it waits at the gate of another rank");
    }

    /** A program's task, which runs until it is interrupted. */
    static final class Sleep implements Runnable {
        @Override
        public void run() {
            try {
                Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A task of the class's own copy in a loader without a name, as that of a rank. */
    private static Runnable ofRank(Class<? extends Runnable> task) throws Exception {
        URL classes = task.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader loader =
                new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
        Constructor<?> constructor = loader.loadClass(task.getName()).getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Runnable) constructor.newInstance();
    }

    /** A task that waits in code of the JDK only. */
    private static Runnable ofJdk() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(0);
        timer.schedule(() -> {}, 1, TimeUnit.HOURS);
        BlockingQueue<Runnable> queue = timer.getQueue();
        return new FutureTask<>(queue::take);
    }

    private static boolean mayEnd(
            ThreadActivity activity, ThreadGroup group, String name, Runnable task) {
        Thread thread = new Thread(group, task, name);
        thread.start();
        awaitState(thread, Thread.State.TIMED_WAITING);
        boolean may = activity.mayEndWait(Set.of(Thread.currentThread()));
        thread.interrupt();
        join(thread);
        return may;
    }

    @Test
    void shouldCountTasksOfPoolsOutsideOfTheGroupWhenSeveralThreadsMayCall() throws Exception {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadGroup shared = new ThreadGroup("shared");
        ThreadActivity multiple =
                new ThreadActivity(
                        gate, true, thread -> thread.getThreadGroup() == shared ? null : rank);
        ThreadActivity funneled =
                new ThreadActivity(
                        gate, false, thread -> thread.getThreadGroup() == shared ? null : rank);
        assertTrue(mayEnd(multiple, shared, "pool-1-thread-1", ofRank(Sleep.class)));
        assertTrue(mayEnd(multiple, shared, "pool-1-thread-1", ofJdk()));
        assertFalse(mayEnd(multiple, shared, "other", ofRank(Sleep.class)));
        assertFalse(mayEnd(funneled, shared, "pool-1-thread-1", ofRank(Sleep.class)));
    }

    /** As of a test runner that starts ranks in its JVM. */
    @Test
    void shouldNotCountTasksOfTheApplicationAroundTheRanks() {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadGroup shared = new ThreadGroup("shared");
        ThreadActivity embedded =
                new ThreadActivity(
                        gate, true, thread -> thread.getThreadGroup() == shared ? null : rank);
        ThreadActivity process = new ThreadActivity(gate, true, _ -> null);
        assertFalse(mayEnd(embedded, shared, "ForkJoinPool-1-worker-1", new Sleep()));
        assertTrue(mayEnd(process, shared, "ForkJoinPool-1-worker-1", new Sleep()));
    }

    @Test
    void shouldNotCountIdleWorkersOfPools() throws InterruptedException {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadActivity activity = new ThreadActivity(gate, true, _ -> rank);
        List<Thread> workers = new ArrayList<>();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        0,
                        1,
                        1,
                        TimeUnit.HOURS,
                        new SynchronousQueue<>(),
                        task -> {
                            workers.add(new Thread(rank, task));
                            return workers.get(0);
                        });
        CountDownLatch ran = new CountDownLatch(1);
        pool.execute(ran::countDown);
        ran.await();
        awaitState(workers.get(0), Thread.State.TIMED_WAITING);
        assertFalse(activity.mayEndWait(Set.of()));
        pool.shutdown();
        workers.get(0).join();
        Thread sleeper =
                new Thread(
                        rank,
                        () -> {
                            try {
                                Thread.sleep(3_600_000);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        sleeper.start();
        awaitState(sleeper, Thread.State.TIMED_WAITING);
        assertTrue(activity.mayEndWait(Set.of()));
        sleeper.interrupt();
        sleeper.join();
    }

    @Test
    void shouldCountAWorkerThatWaitsForTheTimeOfItsTask() throws InterruptedException {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadActivity activity = new ThreadActivity(gate, true, _ -> rank);
        List<Thread> workers = new ArrayList<>();
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(
                        1,
                        task -> {
                            workers.add(new Thread(rank, task));
                            return workers.get(0);
                        });
        timer.schedule(() -> {}, 1, TimeUnit.HOURS);
        awaitState(workers.get(0), Thread.State.TIMED_WAITING);
        assertTrue(activity.mayEndWait(Set.of()));
        timer.shutdownNow();
        workers.get(0).join();
    }

    @Test
    void shouldAssumeThatVirtualThreadsMayEndAWait() throws InterruptedException {
        boolean[] may = {false};
        Thread.ofVirtual().start(() -> may[0] = alone.mayEndWait(Set.of())).join();
        assertTrue(may[0]);
    }

    @Test
    void shouldFindAThreadAmongMany() throws InterruptedException {
        ThreadGroup rank = new ThreadGroup("rank");
        ThreadActivity activity = new ThreadActivity(gate, true, _ -> rank);
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            Thread thread =
                    new Thread(
                            rank,
                            () -> {
                                try {
                                    over.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            });
            thread.start();
            awaitState(thread, Thread.State.WAITING);
            waiting.add(thread);
        }
        assertFalse(activity.mayEndWait(Set.of()));
        assertTrue(mayEnd(activity, rank, false, "last"));
        over.countDown();
        for (Thread thread : waiting) {
            thread.join();
        }
    }

    @Test
    void shouldCountThreadsOfTheProgramForAThreadOfAnInnerGroup() throws InterruptedException {
        ThreadActivity program = new ThreadActivity(gate, true, _ -> null);
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        ThreadGroup inner = new ThreadGroup(new ThreadGroup(main, "outer"), "inner");
        boolean[] may = {false};
        Thread inside = new Thread(inner, () -> may[0] = mayEnd(program, main, false, "worker"));
        inside.start();
        inside.join();
        assertTrue(may[0]);
    }

    @Test
    void shouldTakeTheProgramsGroupWhenRanksHaveNone() {
        ThreadActivity program = new ThreadActivity(gate, true, _ -> null);
        assertTrue(mayEnd(program, Thread.currentThread().getThreadGroup(), false, "worker"));
    }
}
