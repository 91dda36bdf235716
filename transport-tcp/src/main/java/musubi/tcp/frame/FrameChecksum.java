package musubi.tcp.frame;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/** CRC32C of memory, piece by piece. Allocates a buffer object for each piece. */
public final class FrameChecksum {
    private final CRC32C crc = new CRC32C();

    /** Starts a new checksum. */
    FrameChecksum reset() {
        crc.reset();
        return this;
    }

    public FrameChecksum add(MemorySegment memory, long offset, int bytes) {
        if (bytes > 0) {
            crc.update(memory.asSlice(offset, bytes).asByteBuffer());
        }
        return this;
    }

    public int value() {
        return (int) crc.getValue();
    }
}
