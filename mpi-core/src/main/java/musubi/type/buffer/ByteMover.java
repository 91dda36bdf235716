package musubi.type.buffer;

import musubi.region.BlockRow;
import musubi.region.Region;
import musubi.type.Mover;

/** Moves bytes. Reusable; thread rule: one thread at a time. */
final class ByteMover extends Mover {
    /** Longer blocks are copied in bulk. */
    private static final int SHORT_BYTES = 256;

    /** The user's whole buffer. */
    final Region user = new Region();

    private final Region packedRegion = new Region();
    private final BlockRow blocks = new BlockRow();
    private byte[] packed;
    private int position;
    private boolean packs;

    /** Starts at a position of the packed form; {@link #user} is bound before. */
    ByteMover start(byte[] packedBytes, int at, boolean isPacking) {
        packed = packedBytes;
        packedRegion.wrapArray(packedBytes, 0, packedBytes.length);
        position = at;
        packs = isPacking;
        return this;
    }

    /** Drops the references to the buffers. */
    void end() {
        packed = null;
        packedRegion.clear();
        user.clear();
    }

    @Override
    public void run(long at, long bytes) {
        if (bytes <= SHORT_BYTES) {
            shortRow(at, bytes, (int) bytes, 1);
        } else {
            longRun(at, bytes);
        }
    }

    private void longRun(long at, long bytes) {
        if (packs) {
            user.copyTo(at, packedRegion, position, bytes);
        } else {
            packedRegion.copyTo(position, user, at, bytes);
        }
        position += (int) bytes;
    }

    @Override
    public void strided(long at, long stride, long bytes, long count) {
        if (bytes <= SHORT_BYTES) {
            shortRow(at, stride, (int) bytes, (int) count);
            return;
        }
        for (long i = 0; i < count; i++) {
            longRun(at + i * stride, bytes);
        }
    }

    private void shortRow(long at, long stride, int bytes, int count) {
        blocks.first = at;
        blocks.stride = stride;
        blocks.length = bytes;
        blocks.count = count;
        blocks.packedAt = position;
        if (packs) {
            user.gather(blocks, packed);
        } else {
            user.scatter(packed, blocks);
        }
        position += bytes * count;
    }
}
