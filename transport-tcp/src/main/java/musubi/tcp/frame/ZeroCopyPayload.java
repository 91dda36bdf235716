package musubi.tcp.frame;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** A part of a user's buffer in a {@link ReplayBuffer}; reused. */
@Accounted(Component.BUFFERS)
final class ZeroCopyPayload {
    private MemorySegment memory;
    private long offset;
    private int bytes;
    private long at;

    /**
     * Replaces the payload.
     *
     * @param at the ring position at which it is sent
     */
    void set(MemorySegment memory, long offset, int bytes, long at) {
        Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
        this.memory = memory;
        this.offset = offset;
        this.bytes = bytes;
        this.at = at;
    }

    /** Forgets the user's memory. */
    void clear() {
        memory = null;
    }

    MemorySegment memory() {
        return memory;
    }

    long offset() {
        return offset;
    }

    int bytes() {
        return bytes;
    }

    long at() {
        return at;
    }

    void checkAlive() throws IOException {
        if (!memory.scope().isAlive()) {
            throw new UnrecoverableException("the buffer of a send was freed before it was sent");
        }
    }
}
