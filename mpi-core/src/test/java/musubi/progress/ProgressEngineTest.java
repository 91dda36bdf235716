package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Transport;
import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.error.CallNotes;
import musubi.event.EventLog;
import musubi.event.WaitTarget;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Duty cycles and waits; see {@link ProgressEngine} and {@link IdleStrategy}. */
class ProgressEngineTest {
    private static final long SECOND = 1_000_000_000;

    private final EventLog events = new EventLog();
    private final WorkList work = new WorkList();
    private final IdleTransport transport = new IdleTransport();

    /** More ranks than cores: no spins, and waits become long at once. */
    private final IdleStrategy crowded = new IdleStrategy(2, 1, false);

    private static final class Flag extends Completion {
        private final boolean announced;

        Flag(boolean announced) {
            this.announced = announced;
        }

        @Override
        public boolean advance() {
            return isComplete();
        }

        @Override
        public boolean isAnnounced() {
            return announced;
        }

        @Override
        public void fillTarget(WaitTarget target) {
            target.set(WaitTarget.What.SEND, 3, 4, 5, 6);
        }

        @Override
        public void describeWait(WaitDependencies needs) {
            needs.describe("flag");
        }

        void set() {
            complete();
        }

        void clear() {
            restart();
        }
    }

    private ProgressEngine engine(StallDetector stalls, Transport... transports) {
        Gate gate = new Gate(ThreadLevel.SINGLE, false, false, null, new CallNotes(null));
        return new ProgressEngine(transports, work, gate, crowded, stalls, events);
    }

    @Test
    void shouldPollAllTransportsAndAdvanceWork() {
        IdleTransport second = new IdleTransport();
        transport.work.add(3);
        second.work.add(4);
        ProgressEngine engine = engine(null, transport, second);
        Flag flag = new Flag(true);
        work.add(flag);
        assertEquals(7, engine.poll());
        flag.set();
        assertEquals(1, engine.poll());
        assertEquals(0, engine.poll());
        assertEquals(3, second.polls);
        assertSame(work, engine.work());
    }

    @Test
    void shouldPollAgainAfterAnUpcallHasFailed() {
        ProgressEngine engine = engine(null, transport);
        transport.onPoll =
                () -> {
                    throw new IllegalStateException();
                };
        assertThrows(IllegalStateException.class, engine::poll);
        transport.onPoll = () -> {};
        assertEquals(0, engine.poll());
    }

    @Test
    void shouldNotPollForWhatIsComplete() {
        Flag flag = new Flag(true);
        flag.set();
        engine(null, transport).await(flag);
        assertEquals(0, transport.polls);
        assertTrue(events.take().isEmpty());
    }

    @Test
    void shouldSleepInTheOnlyTransportUntilSomethingArrives() {
        Flag flag = new Flag(true);
        transport.onSleep = flag::set;
        engine(null, transport).await(flag);
        assertEquals(List.of(SECOND), transport.sleeps);
        assertEquals(List.of("waitBegan SEND 3 4 5 6", "waitEnded"), events.take());
        assertTrue(flag.isComplete());
    }

    @Test
    void shouldReportEachWaitForTheSameCompletion() {
        Flag flag = new Flag(true);
        transport.onSleep = flag::set;
        ProgressEngine engine = engine(null, transport);
        engine.await(flag);
        flag.clear();
        engine.await(flag);
        assertEquals(4, events.take("wait").size());
    }

    @Test
    void shouldReportAWaitOnceAlthoughItSleepsOften() {
        Flag flag = new Flag(true);
        transport.onSleep =
                () -> {
                    if (transport.sleeps.size() == 3) {
                        flag.set();
                    }
                };
        ProgressEngine engine = engine(null, transport);
        engine.await((Waitable) flag);
        assertEquals(2, events.take("wait").size());
        assertEquals(3, transport.sleeps.size());
    }

    @Test
    void shouldNotReportAWaitThatEndsInTheFirstCycle() {
        Flag flag = new Flag(true);
        transport.work.add(1);
        transport.onPoll = flag::set;
        engine(null, transport).await(flag);
        assertTrue(events.take().isEmpty());
        assertEquals(1, transport.polls);
    }

    @Test
    void shouldYieldAfreshWhenWorkWasDone() {
        Flag flag = new Flag(true);
        int[] pollsBefore = {0};
        transport.onSleep =
                () -> {
                    if (transport.sleeps.size() == 1) {
                        pollsBefore[0] = transport.polls;
                        transport.work.add(1);
                    } else {
                        flag.set();
                    }
                };
        engine(null, transport).await(flag);
        assertEquals(2, transport.sleeps.size());
        assertTrue(transport.polls - pollsBefore[0] > 16);
    }

    @Test
    void shouldNotSleepInATransportWhileAMessageWaitsForRoom() {
        Flag flag = new Flag(true);
        work.add(new Flag(false));
        int[] polls = {0};
        transport.onPoll =
                () -> {
                    if (++polls[0] == 100) {
                        flag.set();
                    }
                };
        engine(null, transport).await(flag);
        assertTrue(transport.sleeps.isEmpty());
        assertEquals(100, polls[0]);
    }

    @Test
    void shouldSleepBrieflyInOneOfSeveralTransportsWhenNothingWakesIt() {
        Flag flag = new Flag(true);
        IdleTransport second = new IdleTransport();
        second.onPoll =
                () -> {
                    if (second.polls == 50) {
                        flag.set();
                    }
                };
        engine(null, transport, second).await(flag);
        assertTrue(transport.sleeps.stream().allMatch(ns -> ns == 1_000_000));
        assertTrue(second.sleeps.isEmpty());
    }

    @Test
    void shouldSleepBrieflyWhenSeveralThreadsMayCall() {
        Gate gate = new Gate(ThreadLevel.MULTIPLE, false, false, null, new CallNotes(null));
        ProgressEngine engine =
                new ProgressEngine(new Transport[] {transport}, work, gate, crowded, null, events);
        Flag flag = new Flag(true);
        boolean[] free = {false};
        transport.onSleep =
                () -> {
                    Thread other =
                            new Thread(
                                    () -> {
                                        gate.enter();
                                        free[0] = true;
                                        gate.exit();
                                    });
                    other.start();
                    try {
                        other.join();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    flag.set();
                };
        gate.enter();
        engine.await(flag);
        assertTrue(free[0]);
        assertEquals(List.of(1_000_000L), transport.sleeps);
        gate.exit();
        assertSame(gate, engine.gate());
    }

    /** A detector that reports each sleep, and what it reports. */
    private StallDetector stalls(List<String> log) {
        StallLink link =
                new StallLink() {
                    @Override
                    public void stalled(Stall stall) {
                        log.add("stalled " + stall.waits().get(0).description());
                    }

                    @Override
                    public void resumed() {
                        log.add("resumed");
                    }

                    @Override
                    public int latestProbe() {
                        return 0;
                    }

                    @Override
                    public void confirm(int stallNumber, int probe) {}
                };
        return new StallDetector(
                link,
                new FixedCounts(),
                work,
                new StallDetector.Times(0, 0, true),
                new ThreadActivity(
                        new Gate(ThreadLevel.SINGLE, false, false, null, new CallNotes(null)),
                        false,
                        _ -> new ThreadGroup("empty")),
                new RecentFailures());
    }

    @Test
    void shouldWithdrawAReportWhenAWaitFails() {
        List<String> log = new ArrayList<>();
        transport.onSleep =
                () -> {
                    if (transport.sleeps.size() == 2) {
                        transport.onPoll =
                                () -> {
                                    throw new IllegalStateException();
                                };
                    }
                };
        ProgressEngine engine = engine(stalls(log), transport);
        assertThrows(IllegalStateException.class, () -> engine.await(new Flag(true)));
        assertEquals(List.of("stalled flag", "resumed"), log);
        assertEquals(List.of("waitBegan SEND 3 4 5 6", "waitEnded"), events.take());
    }

    @Test
    void shouldReportAWaitToTheStallDetectorAfterASleep() {
        List<String> log = new ArrayList<>();
        StallDetector stalls = stalls(log);
        Flag flag = new Flag(true);
        transport.onSleep =
                () -> {
                    switch (transport.sleeps.size()) {
                        case 1 -> assertTrue(log.isEmpty());
                        case 2 -> transport.work.add(1);
                        case 3 -> assertEquals(List.of("stalled flag", "resumed"), log);
                        default -> flag.set();
                    }
                };
        engine(stalls, transport).await(flag);
        assertEquals(List.of("stalled flag", "resumed", "stalled flag", "resumed"), log);
        assertEquals(List.of(0L, 0L, 0L, 0L), transport.sleeps);
    }

    @Test
    void shouldNotSpinWhenThereAreTooFewCores() {
        IdleStrategy.Wait wait = new IdleStrategy.Wait();
        assertTrue(crowded.becomesLong(wait));
        assertTrue(crowded.spinOrYield(wait));
        assertTrue(wait.idleSinceNs() != 0);
        while (crowded.spinOrYield(wait)) {
            Thread.onSpinWait();
        }
        assertTrue(System.nanoTime() - wait.idleSinceNs() > 2_000_000);
    }

    /** Counts that never change. */
    static final class FixedCounts implements MessageCounts {
        @Override
        public long sent() {
            return 1;
        }

        @Override
        public long received() {
            return 2;
        }

        @Override
        public Stall.Traffic traffic() {
            return null;
        }

        @Override
        public List<String> unexpectedMessages() {
            return List.of("note");
        }

        @Override
        public List<String> leftOperations() {
            return List.of();
        }
    }
}
