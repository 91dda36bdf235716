package musubi.tcp.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The buffers of all circuits, within one limit. One half of it is a reserve of small buffers, of
 * which each direction of a circuit can always have one: circuits beyond that are refused. The
 * other half are large ones, for the directions that come first. So slow receivers, which keep
 * their buffers, never stop other circuits. For the relay's thread.
 */
final class CircuitBuffers {
    static final int LARGE_BYTES = 64 << 10;
    static final int SMALL_BYTES = 4 << 10;
    private static final int DIRECTIONS = 2;

    private final int maxCircuits;
    private final int maxLarge;
    private final ArrayDeque<ByteBuffer> largeFree = new ArrayDeque<>();
    private final ArrayDeque<ByteBuffer> smallFree = new ArrayDeque<>();
    private int circuits;
    private int large;
    private volatile long allocatedBytes;

    CircuitBuffers(long limitBytes) {
        long half = limitBytes / 2;
        maxLarge = (int) Math.min(half / LARGE_BYTES, Integer.MAX_VALUE);
        maxCircuits = (int) Math.min(half / (DIRECTIONS * SMALL_BYTES), Integer.MAX_VALUE);
    }

    /** Bytes of all buffers, free ones too. */
    long allocatedBytes() {
        return allocatedBytes;
    }

    /** Reserves what a circuit needs; false if there are as many as the limit permits. */
    boolean admit() {
        if (circuits >= maxCircuits) {
            return false;
        }
        circuits++;
        return true;
    }

    /** A circuit ends; its buffers have been given back. */
    void leave() {
        circuits--;
    }

    /** An empty buffer for a direction that has none. */
    ByteBuffer take() {
        ByteBuffer buffer = largeFree.poll();
        if (buffer == null && large < maxLarge) {
            large++;
            buffer = allocate(LARGE_BYTES);
        }
        if (buffer == null) {
            buffer = smallFree.poll();
        }
        return buffer == null ? allocate(SMALL_BYTES) : buffer.clear();
    }

    private ByteBuffer allocate(int bytes) {
        long before = allocatedBytes;
        allocatedBytes = before + bytes;
        return ByteBuffer.allocateDirect(bytes);
    }

    void giveBack(ByteBuffer buffer) {
        (buffer.capacity() == LARGE_BYTES ? largeFree : smallFree).push(buffer);
    }
}
