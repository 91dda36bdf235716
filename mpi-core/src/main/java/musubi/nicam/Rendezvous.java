package musubi.nicam;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Copies whose source does not know the destination's address: a queue at the source pairs its
 * halves with those of the destination by node and key, in any order of arrival; equal keys in the
 * order of their halves. Thread rule: the thread that holds the rank.
 */
final class Rendezvous {
    private final Map<Name, Queue<Half>> sources = new HashMap<>();
    private final Map<Name, Queue<Half>> destinations = new HashMap<>();

    /** What pairs two halves. */
    private record Name(int destination, long key) {}

    /**
     * One half of a copy.
     *
     * @param region of its node
     * @param offset first byte in the region
     * @param bytes to copy, the same in both
     * @param flag of its node, which is raised to the value
     */
    record Half(int region, long offset, long bytes, int flag, long value) {}

    /** A pair is there. */
    @FunctionalInterface
    interface Match {
        void run(int destination, Half source, Half destinationHalf);
    }

    /** The source's half has come. */
    void source(int destination, long key, Half half, Match match) {
        Half other = take(destinations, new Name(destination, key));
        if (other == null) {
            add(sources, new Name(destination, key), half);
        } else {
            match.run(destination, half, other);
        }
    }

    /** A destination's half has come. */
    void destination(int destination, long key, Half half, Match match) {
        Half other = take(sources, new Name(destination, key));
        if (other == null) {
            add(destinations, new Name(destination, key), half);
        } else {
            match.run(destination, other, half);
        }
    }

    private static Half take(Map<Name, Queue<Half>> halves, Name name) {
        Queue<Half> queue = halves.get(name);
        Half half = queue == null ? null : queue.poll();
        if (queue != null && queue.isEmpty()) {
            halves.remove(name);
        }
        return half;
    }

    private static void add(Map<Name, Queue<Half>> halves, Name name, Half half) {
        halves.computeIfAbsent(name, _ -> new ArrayDeque<>()).add(half);
    }
}
