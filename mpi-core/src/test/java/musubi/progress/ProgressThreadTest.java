package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Transport;
import musubi.error.CallNotes;
import musubi.event.EventLog;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** The states of {@link ProgressThread}. */
class ProgressThreadTest {
    private final IdleTransport transport = new IdleTransport();
    private final Gate gate = new Gate(ThreadLevel.SINGLE, false, true, null, new CallNotes(null));
    private final ProgressEngine engine =
            new ProgressEngine(
                    new Transport[] {transport},
                    new WorkList(),
                    gate,
                    new IdleStrategy(2, 1, false),
                    null,
                    new EventLog());

    @Test
    void shouldSleepInTheTransportWhenThereIsNothingToDo() throws InterruptedException {
        CountDownLatch slept = new CountDownLatch(2);
        transport.work.add(1);
        transport.onSleep = slept::countDown;
        ProgressThread thread = new ProgressThread(engine, transport);
        slept.await();
        thread.close();
        assertTrue(transport.polls >= 3);
        assertEquals(1_000_000L, transport.sleeps.getFirst());
    }

    @Test
    void shouldSleepUntilALongCallEnds() throws InterruptedException {
        gate.enter();
        ProgressThread thread = new ProgressThread(engine, transport);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertEquals(0, transport.polls);
        CountDownLatch polled = new CountDownLatch(1);
        transport.onPoll = polled::countDown;
        gate.exit();
        polled.await();
        gate.enter();
        thread.close();
        gate.exit();
    }

    @Test
    void shouldEndDuringALongCall() throws InterruptedException {
        gate.enter();
        ProgressThread thread = new ProgressThread(engine, transport);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        thread.close();
        assertFalse(thread.isAlive());
        gate.exit();
    }

    @Test
    void shouldCountThePollsOfThreadsAndOfCalls() throws InterruptedException {
        ConcurrentHashMap<String, AtomicLong> counts = new ConcurrentHashMap<>();
        CountDownLatch polled = new CountDownLatch(3);
        transport.onPoll = polled::countDown;
        List<ProgressThread> threads =
                engine.startThreads(
                        (name, _) ->
                                counts.computeIfAbsent(name, _ -> new AtomicLong())::addAndGet);
        polled.await();
        gate.enter();
        threads.forEach(ProgressThread::close);
        engine.poll();
        gate.exit();
        assertTrue(counts.get("polls.thread").get() >= 3);
        assertEquals(1, counts.get("polls.call").get());
    }

    @Test
    void shouldMakeProgressOnAThreadUntilItIsClosed() throws InterruptedException {
        CountDownLatch polled = new CountDownLatch(3);
        transport.onPoll = polled::countDown;
        ProgressThread[] made = {null};
        Thread maker = new Thread(() -> made[0] = new ProgressThread(engine, transport));
        maker.setDaemon(false);
        maker.start();
        maker.join();
        ProgressThread thread = made[0];
        assertTrue(thread.isDaemon());
        polled.await();
        gate.enter();
        thread.close();
        assertFalse(thread.isAlive());
        gate.exit();
    }

    @Test
    void shouldKeepAnInterruptThatComesWhileTheThreadEnds() throws InterruptedException {
        CountDownLatch asleep = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        transport.onSleep =
                () -> {
                    asleep.countDown();
                    join(released);
                };
        ProgressThread thread = new ProgressThread(engine, transport);
        asleep.await();
        Thread closing = Thread.currentThread();
        new Thread(
                        () -> {
                            while (closing.getState() != Thread.State.WAITING) {
                                Thread.onSpinWait();
                            }
                            released.countDown();
                        })
                .start();
        closing.interrupt();
        thread.close();
        assertFalse(thread.isAlive());
        assertTrue(Thread.interrupted());
        thread.close();
        assertFalse(Thread.interrupted());
    }

    private static void join(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
