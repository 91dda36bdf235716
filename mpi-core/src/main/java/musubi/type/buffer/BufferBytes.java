package musubi.type.buffer;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/**
 * A user's array or {@code java.nio} buffer as bytes, for items that do not start at its elements
 * or that start before it. Keeps the buffer alive.
 *
 * @param buffer the user's
 * @param memory all bytes that may be accessed
 * @param origin where the buffer starts in the memory
 */
public record BufferBytes(Object buffer, Region memory, long origin) {
    /** A direct buffer that is a part of a segment, all of which may be accessed. */
    public static BufferBytes within(MemorySegment parent, Buffer slice) {
        long start = MemorySegment.ofBuffer(slice.duplicate().clear()).address();
        Region memory = new Region().wrap(parent, 0, parent.byteSize());
        return new BufferBytes(slice, memory, start - parent.address());
    }

    /** Bytes from its start on. */
    long capacity() {
        return memory.length() - origin;
    }

    @Override
    public String toString() {
        return buffer.toString();
    }
}
