package musubi.simulator.network;

import java.util.Arrays;

/** Messages of a {@link GridNetwork} that have not arrived, by number, and their chunks. */
final class GridMessages {
    private static final int FIRST_ROOM = 64;

    int[] from = new int[FIRST_ROOM];
    int[] to = new int[FIRST_ROOM];
    int[] connection = new int[FIRST_ROOM];
    long[] bytes = new long[FIRST_ROOM];

    /** Its event for the receiver, and that for the sender when its buffer is free later. */
    long[] arrival = new long[FIRST_ROOM];

    long[] release = new long[FIRST_ROOM];

    /** Its place among the eager messages of its connection; -1: a rendezvous. */
    int[] place = new int[FIRST_ROOM];

    /** Bytes not yet on their way. */
    long[] unsent = new long[FIRST_ROOM];

    /** Bytes not yet at the receiver. */
    long[] absent = new long[FIRST_ROOM];

    /** When the last byte so far is at the receiver. */
    long[] last = new long[FIRST_ROOM];

    GridHops[] hops = new GridHops[FIRST_ROOM];
    private final Numbers numbers = new Numbers();

    GridMessages() {}

    /** Numbers that are reused. */
    private static final class Numbers {
        private int[] free = new int[FIRST_ROOM];
        private int freeTo;
        private int known;

        int take() {
            return freeTo > 0 ? free[--freeTo] : known++;
        }

        void giveBack(int number) {
            if (freeTo == free.length) {
                free = Arrays.copyOf(free, 2 * freeTo);
            }
            free[freeTo++] = number;
        }

        void clear() {
            freeTo = 0;
            known = 0;
        }
    }

    void clear() {
        numbers.clear();
        chunks.numbers.clear();
    }

    /** A message; returns its number. */
    int add(int newFrom, int newTo, int newConnection, long newBytes, long newArrival) {
        int number = numbers.take();
        if (number == from.length) {
            grow();
        }
        from[number] = newFrom;
        to[number] = newTo;
        connection[number] = newConnection;
        bytes[number] = newBytes;
        arrival[number] = newArrival;
        release[number] = -1;
        unsent[number] = newBytes;
        absent[number] = newBytes;
        last[number] = 0;
        return number;
    }

    private void grow() {
        int room = 2 * from.length;
        from = Arrays.copyOf(from, room);
        to = Arrays.copyOf(to, room);
        connection = Arrays.copyOf(connection, room);
        bytes = Arrays.copyOf(bytes, room);
        arrival = Arrays.copyOf(arrival, room);
        release = Arrays.copyOf(release, room);
        place = Arrays.copyOf(place, room);
        unsent = Arrays.copyOf(unsent, room);
        absent = Arrays.copyOf(absent, room);
        last = Arrays.copyOf(last, room);
        hops = Arrays.copyOf(hops, room);
    }

    void remove(int number) {
        numbers.giveBack(number);
    }

    final Chunks chunks = new Chunks();

    /** Parts of messages on their way, by number. */
    static final class Chunks {
        int[] message = new int[FIRST_ROOM];
        long[] bytes = new long[FIRST_ROOM];

        /** The hop that its head is at. */
        int[] at = new int[FIRST_ROOM];

        /** When its tail is there. */
        long[] tail = new long[FIRST_ROOM];

        private final Numbers numbers = new Numbers();

        private Chunks() {}

        /** A chunk at its first hop; returns its number. */
        int add(int newMessage, long newBytes, long newTail) {
            int number = numbers.take();
            if (number == message.length) {
                int room = 2 * number;
                message = Arrays.copyOf(message, room);
                bytes = Arrays.copyOf(bytes, room);
                at = Arrays.copyOf(at, room);
                tail = Arrays.copyOf(tail, room);
            }
            message[number] = newMessage;
            bytes[number] = newBytes;
            at[number] = 0;
            tail[number] = newTail;
            return number;
        }

        void remove(int number) {
            numbers.giveBack(number);
        }
    }
}
