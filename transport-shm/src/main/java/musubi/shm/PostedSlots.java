package musubi.shm;

import static musubi.shm.PartitionDescriptor.POSTED_SLOT_COUNT;
import static musubi.shm.PartitionDescriptor.postedSlot;

import musubi.adi.PostedReceive;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The posted receives that one rank publishes to its peers. The hash of its match bits determines
 * the slot of a receive, so a sender reads one line.
 *
 * <pre>
 *   0       8                    16                24     32    40
 *   | state | contextId, source  | tag, messages   | room | key | cookie | unused
 *
 *   state: | number, grows with each use | 0 withdrawn, 1 posted, 2 claimed |
 * </pre>
 *
 * <p>The owner fills a slot and sets it to posted; then either a sender claims it or the owner
 * withdraws it, by a compare-and-set of the state. The number guarantees that a sender claims the
 * receive that it has read.
 *
 * <p>Thread rule: the methods of the owner by the thread that holds the rank; {@link #claim} by a
 * sender.
 */
final class PostedSlots {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int MASK = POSTED_SLOT_COUNT - 1;

    private static final long BITS = 8;
    private static final long TAG_AND_MESSAGES = 16;
    private static final long ROOM = 24;
    private static final long KEY = 32;
    private static final long COOKIE = 40;

    private static final int POSTED = 1;
    private static final int CLAIMED = 2;
    private static final int STATE_MASK = 3;

    private final MemorySegment map;
    private final long partition;
    private final long[] states = new long[POSTED_SLOT_COUNT];
    private int used;

    /**
     * @param partition start of the owner's partition
     */
    PostedSlots(MemorySegment map, long partition) {
        this.map = map;
        this.partition = partition;
    }

    /** Publishes a receive; returns its slot, or -1 when that is in use. */
    int publish(PostedReceive receive) {
        int slot = receive.hash() & MASK;
        if ((used & 1 << slot) != 0) {
            return -1;
        }
        used |= 1 << slot;
        long at = partition + postedSlot(slot);
        map.set(ValueLayout.JAVA_LONG, at + BITS, pair(receive.contextId, receive.source));
        map.set(ValueLayout.JAVA_LONG, at + TAG_AND_MESSAGES, pair(receive.tag, receive.messages));
        map.set(ValueLayout.JAVA_LONG, at + ROOM, receive.bytes);
        map.set(ValueLayout.JAVA_LONG, at + KEY, receive.remoteKey);
        map.set(ValueLayout.JAVA_LONG, at + COOKIE, receive.cookie);
        states[slot] = (states[slot] | STATE_MASK) + 1 + POSTED;
        // Release: pairs with getAcquire in claim.
        LONG.setRelease(map, at, states[slot]);
        return slot;
    }

    /** Withdraws a receive and frees its slot; false when a sender has claimed it. */
    boolean withdraw(int slot) {
        long posted = states[slot];
        // Volatile: when the slot is filled again, the sender's compare-and-set has to fail.
        boolean mine =
                LONG.compareAndSet(map, partition + postedSlot(slot), posted, posted - POSTED);
        if (mine) {
            free(slot);
        }
        return mine;
    }

    /** Frees a claimed slot. */
    void free(int slot) {
        used &= ~(1 << slot);
    }

    /**
     * The sender's part.
     *
     * @param partition start of the receiver's partition
     */
    static boolean claim(MemorySegment map, long partition, PostedReceive wanted) {
        long at = partition + postedSlot(wanted.hash() & MASK);
        // Acquire: pairs with setRelease in publish.
        long state = (long) LONG.getAcquire(map, at);
        if ((state & STATE_MASK) != POSTED || !fits(map, at, wanted)) {
            return false;
        }
        wanted.remoteKey = map.get(ValueLayout.JAVA_LONG, at + KEY);
        wanted.cookie = map.get(ValueLayout.JAVA_LONG, at + COOKIE);
        // Volatile: the words read above belong to this receive only if the state is unchanged.
        return LONG.compareAndSet(map, at, state, state - POSTED + CLAIMED);
    }

    private static boolean fits(MemorySegment map, long at, PostedReceive wanted) {
        return map.get(ValueLayout.JAVA_LONG, at + BITS) == pair(wanted.contextId, wanted.source)
                && map.get(ValueLayout.JAVA_LONG, at + TAG_AND_MESSAGES)
                        == pair(wanted.tag, wanted.messages)
                && map.get(ValueLayout.JAVA_LONG, at + ROOM) >= wanted.bytes;
    }

    private static long pair(int low, int high) {
        return low & 0xffff_ffffL | (long) high << 32;
    }
}
