package musubi.shm;

import musubi.adi.NodeFlags;

/**
 * The layout of the node file. Partition {@code i} starts at {@code i * partitionBytes}, so every
 * rank computes the offsets of a peer's control words, and nothing is exchanged.
 *
 * <pre>
 *   partition                                 written by
 *   0        identity | world rank            owner, once
 *   16       ranks without a futex (partition 0 only)   those ranks, once
 *   20       process, descriptor, inode of the pipe     owner, once
 *   128      tail                             any sender (claims space in the ring)
 *   256      head                             owner (releases space)
 *   384      doorbell | sleepers              senders that wake | owner
 *   392      writes to the pipe | unreachable owner, senders that wake | these, once
 *   512      release words, one per slot      receivers of this owner's slots
 *   2048     posted-receive slots         owner; senders that claim
 *   3072     places of node tables        the rank that claims one; users
 *   4096     ring of records                  senders; owner clears all but headers
 *   +256 Ki  staging slots, 32 x 16 KiB       owner
 *   +512 Ki  flags, 64 lines                  owner
 *   +128 Ki  heap                             owner, and peers through remote keys
 *   last 32 Mi  staging areas of the lines    owner; sparse
 *
 *   record in the ring: starts on a line, is a multiple of lines long, never wraps
 *   0        8                                40                         64
 *   | commit | envelope                       | payload ...              | ... more lines
 *
 *   commit word: written last; the record is there when the lap is that of its place
 *   bit 0  2                      14               32                      64
 *   | kind | sender's local index | payload length | 1, lap of the ring    |
 *
 *   payload part of a staged record: slot (int), release word to write when copied out (int)
 * </pre>
 *
 * <p>The first 24 payload bytes of a record share the line of the commit word: a short message
 * costs one line transfer. Words that different ranks write are 128 bytes apart, because processors
 * fetch lines in pairs.
 */
final class PartitionDescriptor {
    static final int LINE_BYTES = 64;
    static final int PAGE_BYTES = 4096;

    static final long IDENTITY = 0;
    static final long WORLD_RANK = 8;
    static final long NAPPERS = 16;
    static final long PIPE_PROCESS = 20;
    static final long PIPE_DESCRIPTOR = 24;
    static final long PIPE_INODE = 32;
    static final long TAIL = 128;
    static final long HEAD = 256;
    static final long DOORBELL = 384;
    static final long SLEEPERS = 388;
    static final long PIPE_WRITES = 392;
    static final long UNREACHABLE = 396;
    static final long RELEASES = 512;

    static final long POSTED_SLOTS = 2048;
    static final int POSTED_SLOT_COUNT = 16;

    static final long TABLES = 3072;
    static final int TABLE_COUNT = 32;
    static final int TABLE_BYTES = 32;

    static final long RING = PAGE_BYTES;
    static final int RING_BYTES = 256 << 10;

    static final long SLOTS = RING + RING_BYTES;
    static final int SLOT_BYTES = 16 << 10;
    static final int SLOT_COUNT = 32;

    static final long FLAGS = SLOTS + (long) SLOT_BYTES * SLOT_COUNT;
    static final int FLAG_LINES = 64;

    static final long HEAP = FLAGS + (long) FLAG_LINES * NodeFlags.FLAG_BYTES;

    /** The staging areas of all lines, at the end of the partition. */
    static final long STAGING_AREAS_BYTES = (long) FLAG_LINES * NodeFlags.STAGING_AREA_BYTES;

    static final int COMMIT = 0;
    static final int ENVELOPE = 8;
    static final int PAYLOAD = 40;
    static final int STAGED_SLOT = PAYLOAD;
    static final int STAGED_RELEASE = PAYLOAD + 4;

    /** Largest payload that travels in the ring itself. */
    static final int INLINE_LIMIT_BYTES = 1024;

    static final int KIND_INLINE = 1;
    static final int KIND_STAGED = 2;
    static final int KIND_PADDING = 3;

    /** Magic and version of the layout: "musubi" and 6. */
    static final long IDENTITY_VALUE = 0x6d75_7375_6269_0006L;

    private static final int KIND_MASK = 3;
    private static final int SENDER_SHIFT = 2;
    private static final int SENDER_MASK = (1 << 12) - 1;
    private static final int LENGTH_SHIFT = 14;
    private static final int LAP_SHIFT = 32;
    private static final int WRITTEN = 1 << 31;

    /** Ranks of one node that a commit word can distinguish. */
    static final int MAX_LOCAL_SIZE = SENDER_MASK + 1;

    private PartitionDescriptor() {}

    /** The bytes of a record in the ring, from those of its payload. */
    static int recordBytes(int payloadBytes) {
        return PAYLOAD + payloadBytes + LINE_BYTES - 1 & -LINE_BYTES;
    }

    /** The part of a commit word that describes the record. */
    static int contents(int kind, int sender, int length) {
        return length << LENGTH_SHIFT | sender << SENDER_SHIFT | kind;
    }

    /** The part of a commit word that depends on the lap; never 0. */
    static int lap(long position) {
        return (int) (position / RING_BYTES) | WRITTEN;
    }

    static long commitWord(int lap, int contents) {
        return (long) lap << LAP_SHIFT | contents & 0xffff_ffffL;
    }

    /** Whether the commit word is that of a record in this lap. */
    static boolean isWritten(long commitWord, int lap) {
        return (int) (commitWord >>> LAP_SHIFT) == lap;
    }

    static int kind(long commitWord) {
        return (int) commitWord & KIND_MASK;
    }

    static int sender(long commitWord) {
        return (int) commitWord >>> SENDER_SHIFT & SENDER_MASK;
    }

    static int length(long commitWord) {
        return (int) commitWord >>> LENGTH_SHIFT;
    }

    /** Start of a slot in its owner's partition. */
    static long slot(int index) {
        return SLOTS + (long) index * SLOT_BYTES;
    }

    /** Start of a posted-receive slot in its owner's partition. */
    static long postedSlot(int index) {
        return POSTED_SLOTS + (long) index * LINE_BYTES;
    }

    /** Start of the place of a node table in its partition. */
    static long table(int index) {
        return TABLES + (long) index * TABLE_BYTES;
    }

    /** Offset of a slot's release word in its owner's partition. */
    static long release(int index) {
        return RELEASES + index * 4L;
    }

    /** The size of a partition with a heap of this size, in whole pages. */
    static long partitionBytes(long heapBytes) {
        return HEAP + (heapBytes + PAGE_BYTES - 1 & -PAGE_BYTES) + STAGING_AREAS_BYTES;
    }

    /** End of the heap in a partition of this size, where the staging areas start. */
    static long heapEnd(long partitionBytes) {
        return partitionBytes - STAGING_AREAS_BYTES;
    }
}
