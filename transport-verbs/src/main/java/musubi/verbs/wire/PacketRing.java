package musubi.verbs.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A bounded queue of packets in shared memory: many producers, in any process, and one consumer.
 * Memory of zeros is an empty ring. Each slot has a turn: 2 n means free for its n-th use (from 0),
 * 2 n + 1 that it is full. A producer takes a place with a compare-and-set of the tail, fills the
 * slot, then publishes its turn; one that dies in between stops the ring.
 *
 * <pre>
 *    0  tail: places taken      128  slots
 *   64  head: slots freed            slot: turn (8), bytes (8), header (80), data (4096), 0 (32)
 * </pre>
 *
 * <p>Source: D. Vyukov: Bounded MPMC queue, 1024cores.net.
 */
final class PacketRing {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final VarHandle WORD = LONG.varHandle();
    private static final long TAIL = 0;
    private static final long HEAD = 64;
    private static final long SLOTS = 128;
    private static final long LENGTH_OFFSET = 8;
    private static final long PACKET_OFFSET = 16;
    private static final long SLOT_BYTES = 4224;

    private final MemorySegment memory;
    private final int slots;
    private long head;
    private boolean viewed;

    /** A ring in {@link #bytes} bytes of 64-byte aligned memory; {@code slots} is a power of 2. */
    PacketRing(MemorySegment memory, int slots) {
        this.memory = memory;
        this.slots = slots;
        head = (long) WORD.getAcquire(memory, HEAD);
    }

    /** Size of a ring. */
    static long bytes(int slots) {
        return SLOTS + slots * SLOT_BYTES;
    }

    /** Copies a packet in; false if the ring is full. Any thread. */
    boolean offer(Packet packet) {
        while (true) {
            long place = (long) WORD.getVolatile(memory, TAIL);
            long slot = slotOf(place);
            long behind = (long) WORD.getAcquire(memory, slot) - 2 * (place / slots);
            if (behind < 0) {
                return false;
            }
            if (behind == 0 && WORD.compareAndSet(memory, TAIL, place, place + 1)) {
                fill(slot, packet);
                WORD.setRelease(memory, slot, 2 * (place / slots) + 1);
                return true;
            }
        }
    }

    /** Fills in the oldest packet, its data as a view until the next call. The consumer. */
    boolean poll(Packet into) {
        giveBack();
        while ((long) WORD.getAcquire(memory, slotOf(head)) == 2 * (head / slots) + 1) {
            viewed = true;
            long slot = slotOf(head);
            int bytes = (int) (long) WORD.get(memory, slot + LENGTH_OFFSET);
            boolean fits = bytes >= 0 && bytes <= PacketHeader.BYTES + Packet.MOST_PAYLOAD_BYTES;
            if (fits && PacketHeader.decode(memory, slot + PACKET_OFFSET, bytes, into)) {
                return true;
            }
            giveBack();
        }
        return false;
    }

    private void giveBack() {
        if (viewed) {
            viewed = false;
            WORD.setRelease(memory, slotOf(head), 2 * (head / slots) + 2);
            head++;
            WORD.setRelease(memory, HEAD, head);
        }
    }

    private void fill(long slot, Packet packet) {
        int payloadBytes = packet.payloadBytes();
        WORD.set(memory, slot + LENGTH_OFFSET, (long) PacketHeader.BYTES + payloadBytes);
        PacketHeader.encode(packet, memory, slot + PACKET_OFFSET);
        MemorySegment.copy(
                packet.payload(),
                packet.payloadOffset(),
                memory,
                slot + PACKET_OFFSET + PacketHeader.BYTES,
                payloadBytes);
    }

    private long slotOf(long place) {
        return SLOTS + (place & slots - 1) * SLOT_BYTES;
    }
}
