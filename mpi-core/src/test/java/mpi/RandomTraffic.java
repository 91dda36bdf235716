package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Every rank sends numbered messages to all others, and receives with and without wildcards, in any
 * order, on two communicators. In the end the matching is checked against MPI-4.1 section 3.5: of
 * two messages of one sender on one communicator, the later one must not have matched an earlier
 * receive that the other one also matches.
 */
final class RandomTraffic {
    private static final int TAGS = 3;
    private static final int OUTSTANDING = 6;
    private static final int HEADER_BYTES = 4 * Integer.BYTES;
    private static final int[] SIZES = {16, 600, 2048, 5000, 17_000, 70_000};
    private static final int LONGEST = 300_000;

    private final Random random;
    private final int perPeer;
    private final Intracomm[] comms = {MPI.COMM_WORLD, MPI.COMM_WORLD.dup()};
    private final int me = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final Object[] buffers = new Object[OUTSTANDING];
    private final Posted[] pending = new Posted[OUTSTANDING];
    private final List<Arrival> messages = new ArrayList<>();
    private final List<Request> sends = new ArrayList<>();
    private final int[][] nextNumber;
    private final int[] toSend;
    private int posts;
    private int received;

    /** A receive. */
    private record Posted(Request request, int order, int comm, int source, int tag) {
        boolean takes(Arrival message) {
            return comm == message.receive.comm
                    && (source == MPI.ANY_SOURCE || source == message.source)
                    && (tag == MPI.ANY_TAG || tag == message.tag);
        }
    }

    /** A message and the receive that it matched. */
    private record Arrival(Posted receive, int source, int tag, int number) {}

    /**
     * @param partition whether receive buffers are accessible to other processes
     */
    RandomTraffic(long seed, int perPeer, boolean partition) {
        random = new Random(seed * 31 + me);
        this.perPeer = perPeer;
        nextNumber = new int[comms.length][ranks];
        toSend = new int[ranks];
        for (int i = 0; i < OUTSTANDING; i++) {
            buffers[i] = partition && i % 2 == 0 ? MPI.newByteBuffer(LONGEST) : new byte[LONGEST];
        }
    }

    void run() {
        int expected = perPeer * (ranks - 1);
        while (!sendNext() || received < expected || !sends.isEmpty()) {
            sends.removeIf(send -> send.testStatus() != null);
            int slot = random.nextInt(OUTSTANDING);
            if (pending[slot] == null) {
                post(slot);
            } else if (random.nextInt(8) == 0) {
                cancel(slot);
            } else {
                take(slot, pending[slot].request.testStatus());
            }
        }
        for (int slot = 0; slot < OUTSTANDING; slot++) {
            if (pending[slot] != null) {
                cancel(slot);
            }
        }
        assertEquals(expected, received);
        check();
        comms[1].free();
    }

    /** Sends a message if some are left; returns whether all have been sent. */
    private boolean sendNext() {
        int peer = random.nextInt(ranks);
        for (int i = 0; i < ranks; i++, peer = (peer + 1) % ranks) {
            if (peer != me && toSend[peer] < perPeer) {
                if (sends.size() < OUTSTANDING && random.nextBoolean()) {
                    send(peer);
                }
                return false;
            }
        }
        return true;
    }

    private void send(int peer) {
        toSend[peer]++;
        int comm = random.nextInt(comms.length);
        int tag = random.nextInt(TAGS);
        int bytes = random.nextInt(30) == 0 ? LONGEST : SIZES[random.nextInt(SIZES.length)];
        byte[] message = new byte[bytes];
        for (int i = HEADER_BYTES; i < bytes; i++) {
            message[i] = (byte) (i * 7 + tag);
        }
        put(message, 0, nextNumber[comm][peer]++);
        put(message, 1, comm);
        put(message, 2, tag);
        put(message, 3, bytes);
        boolean synchronous = random.nextInt(5) == 0;
        sends.add(
                synchronous
                        ? comms[comm].isSend(message, bytes, MPI.BYTE, peer, tag)
                        : comms[comm].iSend(message, bytes, MPI.BYTE, peer, tag));
    }

    private static void put(byte[] message, int word, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            message[word * Integer.BYTES + i] = (byte) (value >>> 8 * i);
        }
    }

    private static int get(byte[] message, int word) {
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value |= (message[word * Integer.BYTES + i] & 0xff) << 8 * i;
        }
        return value;
    }

    private void post(int slot) {
        int comm = random.nextInt(comms.length);
        int source = random.nextInt(5) == 0 ? MPI.ANY_SOURCE : random.nextInt(ranks);
        int tag = random.nextInt(5) == 0 ? MPI.ANY_TAG : random.nextInt(TAGS);
        if (source != me) {
            Request request = comms[comm].iRecv(buffers[slot], LONGEST, MPI.BYTE, source, tag);
            pending[slot] = new Posted(request, posts++, comm, source, tag);
        }
    }

    private void cancel(int slot) {
        pending[slot].request.cancel();
        Status status = pending[slot].request.waitStatus();
        if (status.isCancelled()) {
            pending[slot] = null;
        } else {
            take(slot, status);
        }
    }

    private void take(int slot, Status status) {
        if (status == null) {
            return;
        }
        Posted posted = pending[slot];
        pending[slot] = null;
        byte[] message = content(buffers[slot], status.getCount(MPI.BYTE));
        assertEquals(posted.comm, get(message, 1));
        assertEquals(status.getTag(), get(message, 2));
        assertEquals(message.length, get(message, 3));
        for (int i = HEADER_BYTES; i < message.length; i++) {
            assertEquals((byte) (i * 7 + status.getTag()), message[i]);
        }
        received++;
        messages.add(new Arrival(posted, status.getSource(), status.getTag(), get(message, 0)));
    }

    private static byte[] content(Object buffer, int bytes) {
        byte[] content = new byte[bytes];
        if (buffer instanceof java.nio.ByteBuffer direct) {
            direct.get(0, content);
        } else {
            System.arraycopy(buffer, 0, content, 0, bytes);
        }
        return content;
    }

    private void check() {
        for (Arrival earlier : messages) {
            for (Arrival later : messages) {
                checkPair(earlier, later);
            }
        }
    }

    private static void checkPair(Arrival earlier, Arrival later) {
        boolean sameStream =
                earlier.receive.comm == later.receive.comm && earlier.source == later.source;
        if (sameStream && earlier.number < later.number && later.receive.takes(earlier)) {
            assertFalse(
                    later.receive.order < earlier.receive.order,
                    () -> "overtaken: first=" + earlier + " second=" + later);
        }
    }
}
