package musubi.adi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The header of every message: match bits (context, source, tag) and fields of the protocols. A
 * mutable flyweight: one object is filled again and again, so a transport copies out what it keeps.
 *
 * <pre>
 *   0        1                     4              8              12             16
 *   | kind   | flags               | contextId    | source       | tag          |
 *   16                             24                            32
 *   | length                       | cookie                      |
 * </pre>
 *
 * <p>Written as four 64-bit words in the byte order of the machine (the picture is that of little
 * endian): a job runs on one kind of machine. Thread rule: one thread at a time.
 */
public final class Envelope {
    /** Size of an encoded envelope in bytes. */
    public static final int BYTES = 32;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Purpose of the message; see {@code musubi.pt2pt.matching.MessageKind}. 0 to 255. */
    public int kind;

    /** Bits that qualify the kind. 0 to 2^24 - 1. */
    public int flags;

    /** The communicator's context. */
    public int contextId;

    /** The sender's rank in the communicator. */
    public int source;

    /** The user's tag. */
    public int tag;

    /** Length of the whole message, or an offset in it, in bytes. */
    public long length;

    /** Names a request of the receiver or of the sender, by kind. */
    public long cookie;

    public Envelope() {}

    /**
     * Sets all fields. Those that are equal already, as most are in a stream of messages, are not
     * stored: the stores of a sender wait in order behind those into lines of its peer.
     */
    public void set(int kind, int contextId, int source, int tag, long length, long cookie) {
        if (this.kind != kind) {
            this.kind = kind;
        }
        if (flags != 0) {
            flags = 0;
        }
        if (this.contextId != contextId) {
            this.contextId = contextId;
        }
        if (this.source != source) {
            this.source = source;
        }
        if (this.tag != tag) {
            this.tag = tag;
        }
        if (this.length != length) {
            this.length = length;
        }
        if (this.cookie != cookie) {
            this.cookie = cookie;
        }
    }

    /** Writes {@link #BYTES} bytes at the offset (in bytes). */
    public void encode(MemorySegment memory, long offset) {
        memory.set(LONG, offset, pair(kind | flags << 8, contextId));
        memory.set(LONG, offset + 8, pair(source, tag));
        memory.set(LONG, offset + 16, length);
        memory.set(LONG, offset + 24, cookie);
    }

    private static long pair(int low, int high) {
        return low & 0xffff_ffffL | (long) high << 32;
    }

    /** Reads {@link #BYTES} bytes from the offset (in bytes). */
    public void decode(MemorySegment memory, long offset) {
        long first = memory.get(LONG, offset);
        long second = memory.get(LONG, offset + 8);
        kind = (int) first & 0xff;
        flags = (int) first >>> 8;
        contextId = (int) (first >>> 32);
        source = (int) second;
        tag = (int) (second >>> 32);
        length = memory.get(LONG, offset + 16);
        cookie = memory.get(LONG, offset + 24);
    }

    @Override
    public String toString() {
        return "kind=%s flags=%s context=%s source=%s tag=%s length=%s cookie=%s"
                .formatted(kind, flags, contextId, source, tag, length, cookie);
    }
}
