package musubi.observe.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.error.MpiFailure;
import musubi.event.PeerCounters;
import musubi.event.Protocol;
import musubi.observe.PerformanceVariables;
import musubi.observe.rankrecord.EventKind;
import musubi.observe.rankrecord.RecordView;
import musubi.observe.rankrecord.RecordedEvent;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Recorded messages, and events passed to observers. */
class EventRecorderTest {
    private static EventRecorder open(boolean observed) {
        Map<String, String> settings = Map.of("musubi.observe", Boolean.toString(observed));
        return EventRecorder.open(new SingletonBootstrap(), new Settings(settings::get, Map.of()));
    }

    private static void exchange(EventRecorder events) {
        PeerCounters peer = events.peerCounters(1, "shm", "node");
        events.sent(peer, Protocol.EAGER, 4, 7, 100);
        events.unexpected(3, 50);
        events.arrivedUnexpected(peer, Protocol.RENDEZVOUS, 4, 8, 11);
        events.target();
        events.waitBegan();
        events.waitEnded();
    }

    @Test
    void shouldCountAndRecordMessages() {
        EventRecorder events = open(true);
        exchange(events);
        RecordView view = RecordView.of(events.memory());
        assertEquals(100, view.value("sent.bytes.eager.shm.node"));
        assertEquals(1, view.value("received.messages.rendezvous.shm.node"));
        assertEquals(11, view.value("received.bytes.rendezvous.shm.node"));
        assertEquals(3, view.value("unexpected.messages"));
        assertEquals(1, view.value("wait.count"));
        assertEquals(
                List.of(
                        EventKind.JOINED,
                        EventKind.SENT_EAGER,
                        EventKind.UNEXPECTED,
                        EventKind.WAITING,
                        EventKind.WAITED),
                view.events().stream().map(RecordedEvent::kind).toList());
    }

    @Test
    void shouldRecordNothingWhenObservationIsOff() {
        EventRecorder events = open(false);
        exchange(events);
        RecordView view = RecordView.of(events.memory());
        assertEquals(List.of(), view.all());
        assertEquals(List.of(), view.events());
        MpiFailure none =
                assertThrows(
                        MpiFailure.class,
                        () -> new PerformanceVariables(events.memory()).read("wait.count"));
        assertTrue(none.getMessage().contains("musubi.observe=false"), none.getMessage());
    }

    @Test
    void shouldPassTheSameEventsToTheObserverWhenNothingIsRecorded() {
        for (boolean observed : new boolean[] {true, false}) {
            List<String> observedEvents = new ArrayList<>();
            EventRecorder events = open(observed);
            events.observeBy(observer(observedEvents));
            exchange(events);
            assertEquals("sent[EAGER, 1, 4, 7, 100]", observedEvents.get(0));
            assertEquals("arrivedUnexpected[RENDEZVOUS, 1, 4, 8, 11, 3]", observedEvents.get(1));
            assertEquals("waitBegan", observedEvents.get(2));
            assertEquals(4, observedEvents.size());
        }
    }

    private static RankObserver observer(List<String> observed) {
        return (RankObserver)
                Proxy.newProxyInstance(
                        EventRecorderTest.class.getClassLoader(),
                        new Class<?>[] {RankObserver.class},
                        (_, method, words) -> {
                            String of = words == null ? "" : Arrays.toString(words);
                            observed.add(method.getName() + of);
                            return null;
                        });
    }
}
