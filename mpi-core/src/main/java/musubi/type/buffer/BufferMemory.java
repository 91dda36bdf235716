package musubi.type.buffer;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/** The native memory of users' buffers. */
public final class BufferMemory {
    private BufferMemory() {}

    /**
     * Checks that the memory of a buffer was not freed.
     *
     * @param segment null for an array
     * @throws MpiFailure of class BUFFER
     */
    static void checkAlive(MemorySegment segment) {
        if (segment != null && !segment.scope().isAlive()) {
            throw new MpiFailure(ErrorClass.BUFFER, "the buffer was freed")
                    .with("bytes", segment.byteSize())
                    .advice("free it after its last use");
        }
    }

    /** Whether a user's buffer, or what is no buffer, lies in the same allocated memory. */
    public static boolean isIn(Object buffer, MemorySegment memory) {
        if (buffer instanceof BufferBytes view) {
            return view.memory().isIn(memory);
        }
        return buffer instanceof Buffer nio
                && nio.isDirect()
                && MemorySegment.ofBuffer(nio.duplicate().clear()).scope().equals(memory.scope());
    }
}
