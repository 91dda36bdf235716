package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.CallNotes;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Who may act as the rank; see {@link Gate} and {@link ThreadCheck}. */
class GateTest {
    private static final CallNotes NO_NOTES = new CallNotes(null);

    private final List<String> log = new ArrayList<>();

    private final CallObserver observer =
            new CallObserver() {
                @Override
                public void callBegan() {
                    log.add("began");
                }

                @Override
                public void callEnded() {
                    log.add("ended");
                }
            };

    /** The failure of a task on another thread, or null. */
    private static MpiFailure elsewhere(Runnable task) {
        AtomicReference<MpiFailure> failure = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                task.run();
                            } catch (MpiFailure e) {
                                failure.set(e);
                            }
                        },
                        "elsewhere");
        thread.start();
        join(thread);
        return failure.get();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void once(Gate gate) {
        gate.enter();
        gate.exit();
    }

    @Test
    void shouldReportEachCallToItsObserver() {
        Gate gate = new Gate(ThreadLevel.SINGLE, false, false, observer, NO_NOTES);
        gate.enter();
        assertEquals(List.of("began"), log);
        gate.exit();
        assertEquals(List.of("began", "ended"), log);
    }

    @Test
    void shouldRejectOtherThreadsBelowSerialized() {
        for (ThreadLevel level : List.of(ThreadLevel.SINGLE, ThreadLevel.FUNNELED)) {
            Gate gate = new Gate(level, true, false, null, NO_NOTES);
            once(gate);
            MpiFailure failure = elsewhere(gate::enter);
            assertEquals(ErrorClass.OTHER, failure.errorClass());
            assertTrue(
                    failure.getMessage()
                            .contains("thread=\"elsewhere\" level=MPI.THREAD_" + level + "; only"));
            once(gate);
        }
        assertEquals(
                null,
                elsewhere(() -> once(new Gate(ThreadLevel.SINGLE, false, false, null, NO_NOTES))));
    }

    /** The notes when this thread and another one call by turns. */
    private List<String> notesOfTwoThreads(ThreadLevel level, boolean assisted) {
        Gate gate = new Gate(level, false, assisted, null, new CallNotes(log::add));
        for (int i = 0; i < 3; i++) {
            once(gate);
            assertEquals(null, elsewhere(() -> once(gate)));
        }
        return log;
    }

    @Test
    void shouldNoteTheFirstCallOfAnotherThreadBelowSerialized() {
        for (boolean assisted : new boolean[] {false, true}) {
            for (ThreadLevel level : List.of(ThreadLevel.SINGLE, ThreadLevel.FUNNELED)) {
                log.clear();
                List<String> notes = notesOfTwoThreads(level, assisted);
                assertEquals(1, notes.size(), () -> "" + notes);
                assertTrue(
                        notes.getFirst()
                                .startsWith(
                                        "note: a thread calls MPI that may not: thread=\"elsewhere"
                                                + "\" level=MPI.THREAD_"
                                                + level),
                        notes::getFirst);
            }
        }
    }

    @Test
    void shouldNoteNothingWhenOtherThreadsMayCall() {
        assertEquals(List.of(), notesOfTwoThreads(ThreadLevel.SERIALIZED, false));
        assertEquals(List.of(), notesOfTwoThreads(ThreadLevel.MULTIPLE, false));
    }

    @Test
    void shouldNoteNothingWhenAnotherThreadCallsLocally() {
        Gate gate = new Gate(ThreadLevel.SINGLE, false, false, null, new CallNotes(log::add));
        elsewhere(
                () -> {
                    gate.enterLocally();
                    gate.exit();
                });
        once(gate);
        assertEquals(List.of(), log);
    }

    @Test
    void shouldNoteAVirtualThreadWhenThatOfInitIsAnotherOne() throws InterruptedException {
        AtomicReference<Gate> gate = new AtomicReference<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            CallNotes notes = new CallNotes(log::add);
                            gate.set(new Gate(ThreadLevel.SINGLE, false, false, null, notes));
                            once(gate.get());
                        })
                .join();
        assertEquals(List.of(), log);
        Thread.ofVirtual().start(() -> once(gate.get())).join();
        assertEquals(1, log.size());
    }

    @Test
    void shouldRejectCallsWhileAnOperationOfTheProgramRuns() {
        for (ThreadLevel level : ThreadLevel.values()) {
            Gate gate = new Gate(level, false, false, null, new CallNotes(log::add));
            gate.enter();
            gate.beginOperation();
            MpiFailure failure = assertThrows(MpiFailure.class, gate::enter);
            assertEquals(ErrorClass.OP, failure.errorClass());
            gate.enterLocally();
            gate.exit();
            gate.endOperation();
            gate.exit();
            once(gate);
        }
        assertEquals(List.of(), log);
    }

    @Test
    void shouldNoteAnotherThreadWhenAnOperationHasRun() {
        Gate gate = new Gate(ThreadLevel.SINGLE, false, false, null, new CallNotes(log::add));
        gate.beginOperation();
        gate.endOperation();
        elsewhere(() -> once(gate));
        gate.beginOperation();
        gate.endOperation();
        elsewhere(() -> once(gate));
        assertEquals(1, log.size());
    }

    @Test
    void shouldRejectCallsAtTheSameTimeWhenSerialized() {
        Gate gate = new Gate(ThreadLevel.SERIALIZED, true, false, null, NO_NOTES);
        assertEquals(null, elsewhere(() -> once(gate)));
        gate.enter();
        assertTrue(elsewhere(gate::enter).getMessage().contains("one after the other"));
        gate.enter();
        gate.exit();
        assertTrue(elsewhere(gate::enter).getMessage().contains("one after the other"));
        gate.exit();
        assertEquals(null, elsewhere(() -> once(gate)));
    }

    @Test
    void shouldCountCallsWhenSeveralThreadsMayCall() {
        Gate gate = new Gate(ThreadLevel.MULTIPLE, true, false, null, NO_NOTES);
        assertTrue(gate.isMultithreaded());
        assertFalse(gate.isInCall());
        gate.enter();
        assertTrue(gate.isInCall());
        gate.pause();
        assertTrue(gate.isInCall());
        assertEquals(null, elsewhere(() -> once(gate)));
        gate.resume();
        gate.exit();
        assertFalse(gate.isInCall());
        assertFalse(
                new Gate(ThreadLevel.SERIALIZED, true, false, null, NO_NOTES).isMultithreaded());
        assertTrue(new Gate(ThreadLevel.SINGLE, false, true, null, NO_NOTES).isMultithreaded());
    }

    /** Whether a thread that enters waits until the action admits it. */
    private static boolean waitsUntil(Gate gate, Runnable action) throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        Thread thread =
                new Thread(
                        () -> {
                            gate.enter();
                            entered.countDown();
                            gate.exit();
                        });
        thread.start();
        while (thread.getState() != Thread.State.WAITING && entered.getCount() > 0) {
            Thread.onSpinWait();
        }
        boolean waited = entered.getCount() > 0;
        action.run();
        entered.await();
        thread.join();
        return waited;
    }

    @Test
    void shouldAdmitOneThreadAtATime() throws InterruptedException {
        Gate gate = new Gate(ThreadLevel.MULTIPLE, false, false, null, NO_NOTES);
        gate.enter();
        assertTrue(waitsUntil(gate, gate::exit));
        gate.enter();
        assertTrue(waitsUntil(gate, gate::pause));
        gate.resume();
        assertTrue(waitsUntil(gate, gate::exit));
    }

    @Test
    void shouldGiveTheRightUpWhileSomethingRunsOutside() {
        Gate gate = new Gate(ThreadLevel.MULTIPLE, false, false, null, NO_NOTES);
        gate.enter();
        gate.runOutside(() -> assertEquals(null, elsewhere(() -> once(gate))));
        gate.exit();
        gate.runOutside(() -> once(gate));
        gate.enter();
        assertThrows(
                IllegalStateException.class,
                () ->
                        gate.runOutside(
                                () -> {
                                    throw new IllegalStateException();
                                }));
        gate.exit();
        Gate open = new Gate(ThreadLevel.SINGLE, false, false, null, NO_NOTES);
        open.runOutside(() -> log.add("ran"));
        open.pause();
        open.resume();
        assertEquals(List.of("ran"), log);
    }
}
