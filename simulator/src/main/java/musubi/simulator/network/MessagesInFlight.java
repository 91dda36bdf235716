package musubi.simulator.network;

import java.util.Arrays;

/** Messages in a network, each with a number that is reused after its arrival. */
final class MessagesInFlight {
    private static final int FIRST_ROOM = 64;

    /** Position of each: a node, or a hop of its route. */
    int[] at = new int[FIRST_ROOM];

    int[] from = new int[FIRST_ROOM];
    int[] to = new int[FIRST_ROOM];
    long[] bytes = new long[FIRST_ROOM];

    /** The event of its arrival. */
    long[] arrival = new long[FIRST_ROOM];

    private int[] free = new int[FIRST_ROOM];
    private int freeTo;
    private int known;

    MessagesInFlight() {}

    void clear() {
        freeTo = 0;
        known = 0;
    }

    /** Adds a message; returns its number. */
    int add(int newFrom, int newTo, long newBytes, long newArrival) {
        int number = freeTo > 0 ? free[--freeTo] : known++;
        if (number == at.length) {
            grow();
        }
        at[number] = 0;
        from[number] = newFrom;
        to[number] = newTo;
        bytes[number] = newBytes;
        arrival[number] = newArrival;
        return number;
    }

    private void grow() {
        int room = 2 * at.length;
        at = Arrays.copyOf(at, room);
        from = Arrays.copyOf(from, room);
        to = Arrays.copyOf(to, room);
        bytes = Arrays.copyOf(bytes, room);
        arrival = Arrays.copyOf(arrival, room);
        free = Arrays.copyOf(free, room);
    }

    /** Removes a message that has arrived. */
    void remove(int number) {
        free[freeTo++] = number;
    }
}
