package musubi.pt2pt;

import musubi.adi.MemoryPool;
import musubi.adi.RemoteMemory;
import musubi.adi.Transport;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The words from which two ranks take the chunks of a message that they copy together. They lie in
 * memory of this rank that peers reach.
 *
 * <pre>
 *   bit 63                 24              0
 *   | generation           | next chunk    |
 * </pre>
 *
 * <p>A word is used again with the next generation, so a peer that comes late takes nothing.
 */
final class ChunkCounters {
    /** A word that does not exist. */
    static final int NONE = -1;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int COUNT = 8;

    /** Each word has two lines to itself, because processors fetch lines in pairs. */
    private static final int STRIDE = 128;

    private static final int CHUNK_BITS = 24;
    private static final long CHUNK_MASK = (1L << CHUNK_BITS) - 1;

    private final long[] generations = new long[COUNT];
    private Transport owner;
    private MemorySegment words;
    private long key;
    private int free = (1 << COUNT) - 1;

    ChunkCounters() {}

    /** Whether there is a word now for a message to or from this peer. */
    boolean offers(Peer peer) {
        if (owner == null) {
            allocate(peer);
        }
        return free != 0 && words != null && owner == peer.transport();
    }

    /**
     * Takes a word for a message to or from a peer to which one is {@linkplain #offers offered}.
     */
    int open() {
        int counter = Integer.numberOfTrailingZeros(free);
        free &= free - 1;
        generations[counter]++;
        // Opaque: a peer learns of the word from a message, which is sent after this.
        LONG.setOpaque(words, (long) counter * STRIDE, ticket(counter));
        return counter;
    }

    private void allocate(Peer peer) {
        owner = peer.transport();
        MemoryPool pool = owner.capability(MemoryPool.class);
        words = pool == null ? null : pool.allocate((long) COUNT * STRIDE);
        if (words != null) {
            // The same key for all peers of the transport.
            key = peer.remoteMemory().remoteKey(new Region().wrap(words, 0, words.byteSize()));
        }
    }

    /** The remote key of a word. */
    long key(int counter) {
        return key + (long) counter * STRIDE;
    }

    /** What a word held when it was opened. */
    long ticket(int counter) {
        return generations[counter] << CHUNK_BITS;
    }

    /** Releases a word; no chunk can be taken from it any more. */
    void close(int counter) {
        generations[counter]++;
        LONG.setOpaque(words, (long) counter * STRIDE, ticket(counter));
        free |= 1 << counter;
    }

    /** As {@link RemoteMemory#compareAndSwap}, on a word of this rank. */
    long compareAndSwap(int counter, long expected, long desired) {
        return (long) LONG.compareAndExchange(words, (long) counter * STRIDE, expected, desired);
    }

    static boolean sameGeneration(long word, long other) {
        return word >>> CHUNK_BITS == other >>> CHUNK_BITS;
    }

    static long chunk(long word) {
        return word & CHUNK_MASK;
    }
}
