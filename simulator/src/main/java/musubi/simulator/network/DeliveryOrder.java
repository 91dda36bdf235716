package musubi.simulator.network;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds eager messages that have overtaken earlier ones of their connection on another route, as
 * the receiver does that matches them in order.
 */
final class DeliveryOrder {
    private int[] sent = {};
    private int[] delivered = {};
    private long[] latest = {};
    private final Map<Long, Early> early = new HashMap<>();
    private EventQueue events;

    /** A message that waits for earlier ones. */
    private record Early(long time, long arrival) {}

    DeliveryOrder() {}

    void clear(int connections, EventQueue newEvents) {
        events = newEvents;
        if (sent.length == connections) {
            Arrays.fill(sent, 0);
            Arrays.fill(delivered, 0);
            Arrays.fill(latest, 0);
        } else {
            sent = new int[connections];
            delivered = new int[connections];
            latest = new long[connections];
        }
        early.clear();
    }

    /** The place of the next message of a connection. */
    int next(int connection) {
        return sent[connection]++;
    }

    /**
     * A message is at its receiver.
     *
     * @param time not before now
     * @param arrival its event
     */
    void arrive(int connection, int place, long time, long arrival) {
        if (place != delivered[connection]) {
            early.put(key(connection, place), new Early(time, arrival));
            return;
        }
        deliver(connection, time, arrival);
        while (!early.isEmpty()) {
            Early next = early.remove(key(connection, delivered[connection]));
            if (next == null) {
                return;
            }
            deliver(connection, next.time, next.arrival);
        }
    }

    private void deliver(int connection, long time, long arrival) {
        latest[connection] = Math.max(latest[connection], time);
        events.add(latest[connection], arrival);
        delivered[connection]++;
    }

    private static long key(int connection, int place) {
        return (long) connection << Integer.SIZE | place;
    }
}
