package musubi.conformance.soak;

import mpi.MPI;

import java.nio.ByteBuffer;

/** Bytes in an array or in native memory, whose content a key determines. */
final class Payload {
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
    private static final long MIX = 0xbf58_476d_1ce4_e5b9L;

    /** Stands before and behind the payload, and must not change. */
    private static final byte GUARD = 0x5a;

    private static final int GUARD_BYTES = 8;

    private final ByteBuffer all;
    private final ByteBuffer buffer;
    private final int bytes;

    private Payload(ByteBuffer all, int bytes) {
        this.all = all;
        this.bytes = bytes;
        buffer = all.slice(GUARD_BYTES, bytes);
        for (int i = 0; i < GUARD_BYTES; i++) {
            all.put(i, GUARD);
            all.put(GUARD_BYTES + bytes + i, GUARD);
        }
    }

    /** In an array, for blocking calls. */
    static Payload inArray(int bytes) {
        return new Payload(ByteBuffer.wrap(new byte[bytes + 2 * GUARD_BYTES]), bytes);
    }

    /** In native memory, for all calls. */
    static Payload inNativeMemory(int bytes) {
        return new Payload(MPI.newByteBuffer(bytes + 2 * GUARD_BYTES), bytes);
    }

    /** In either, for blocking calls; all ranks have one. */
    static Payload anywhere(Round round, int bytes) {
        return round.flip() ? inArray(bytes) : inNativeMemory(bytes);
    }

    /** In either, without a choice of the round, where only some ranks have a payload. */
    static Payload alternating(int number, int bytes) {
        return number % 2 == 0 ? inArray(bytes) : inNativeMemory(bytes);
    }

    /** The bytes, for a call. */
    ByteBuffer buffer() {
        return buffer;
    }

    int bytes() {
        return bytes;
    }

    /** Fills a part. */
    Payload fill(int from, int length, long key) {
        for (int i = 0; i < length; i++) {
            buffer.put(from + i, at(key, i));
        }
        return this;
    }

    /** Fills all. */
    Payload fill(long key) {
        return fill(0, bytes, key);
    }

    /**
     * Checks a part, and what stands before and behind the payload.
     *
     * @throws IllegalStateException if a byte differs
     */
    void check(int from, int length, long key) {
        for (int i = 0; i < length; i++) {
            byte expected = at(key, i);
            if (buffer.get(from + i) != expected) {
                throw new IllegalStateException(
                        "byte=%d of %d expected=%d found=%d"
                                .formatted(from + i, bytes, expected, buffer.get(from + i)));
            }
        }
        for (int i = 0; i < GUARD_BYTES; i++) {
            if (all.get(i) != GUARD || all.get(GUARD_BYTES + bytes + i) != GUARD) {
                throw new IllegalStateException("a byte outside the buffer was written: " + i);
            }
        }
    }

    /** Checks all. */
    void check(long key) {
        check(0, bytes, key);
    }

    static byte at(long key, int i) {
        long hash = key + i * GOLDEN;
        return (byte) ((hash ^ hash >>> 32) * MIX >>> 56);
    }
}
