package musubi.verbs.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 over a packet, with a key that the adapters of a job share: forged or corrupted
 * packets are rejected. Stands for the invariant checksum of InfiniBand. Used by one thread.
 *
 * <p>Source: J.-P. Aumasson, D. J. Bernstein: SipHash: a fast short-input PRF, 2012.
 */
final class PacketMac {
    static final int KEY_BYTES = 16;

    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final long firstKey;
    private final long secondKey;
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    /** A MAC with a key of {@link #KEY_BYTES}. */
    PacketMac(byte[] key) {
        ByteBuffer bytes = ByteBuffer.wrap(key, 0, KEY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        firstKey = bytes.getLong();
        secondKey = bytes.getLong();
    }

    /** Writes the MAC into the header of the packet in the first {@code bytes} of the memory. */
    void sign(MemorySegment packet, int bytes) {
        packet.set(LONG, PacketHeader.SEAL_OFFSET, 0L);
        packet.set(LONG, PacketHeader.SEAL_OFFSET, hash(packet, bytes));
    }

    /** Whether the MAC in the header is valid; clears it to 0. */
    boolean verify(MemorySegment packet, int bytes) {
        if (bytes < PacketHeader.BYTES) {
            return false;
        }
        long claimed = packet.get(LONG, PacketHeader.SEAL_OFFSET);
        packet.set(LONG, PacketHeader.SEAL_OFFSET, 0L);
        return hash(packet, bytes) == claimed;
    }

    /** The hash of the first {@code bytes} of the memory. */
    long hash(MemorySegment memory, int bytes) {
        v0 = firstKey ^ 0x736f6d6570736575L;
        v1 = secondKey ^ 0x646f72616e646f6dL;
        v2 = firstKey ^ 0x6c7967656e657261L;
        v3 = secondKey ^ 0x7465646279746573L;
        int whole = bytes & -Long.BYTES;
        for (int at = 0; at < whole; at += Long.BYTES) {
            absorb(memory.get(LONG, at));
        }
        long tail = (long) bytes << 56;
        for (int at = whole; at < bytes; at++) {
            tail |= (memory.get(ValueLayout.JAVA_BYTE, at) & 0xFFL) << 8 * (at - whole);
        }
        absorb(tail);
        v2 ^= 0xFF;
        for (int i = 0; i < 4; i++) {
            round();
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private void absorb(long word) {
        v3 ^= word;
        round();
        round();
        v0 ^= word;
    }

    private void round() {
        v0 += v1;
        v2 += v3;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v1;
        v0 += v3;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 = Long.rotateLeft(v2, 32);
    }
}
