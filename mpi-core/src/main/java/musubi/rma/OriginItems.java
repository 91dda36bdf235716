package musubi.rma;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/**
 * The items of an access at its origin, as consecutive bytes: the program's memory itself, or a
 * packed copy of items with gaps. Thread rule: the thread that holds the rank.
 */
final class OriginItems {
    private final BufferBinder binder;
    private final Packer packer;
    private final Region region = new Region();
    private final TypedBuffer items = new TypedBuffer();

    /** The direct buffer of the latest access to plain items, and its memory; null for none. */
    private Object latest;

    private MemorySegment latestMemory;
    private long latestElementBytes;

    /** From the packer's pool; null without a copy. */
    private byte[] packed;

    OriginItems(BufferBinder binder, Packer packer) {
        this.binder = binder;
        this.packer = packer;
    }

    /** Items like these, whose memory is bound at the same time as that of others. */
    OriginItems another() {
        return new OriginItems(binder, packer);
    }

    /**
     * Binds items that are read.
     *
     * @return their bytes, valid until {@link #release}
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    Region read(TypedBuffer from) {
        check(from);
        if (from.type.isPlain()) {
            if (!bindLatest(from)) {
                binder.bind(region, from.buffer, from.offset, from.count, from.type);
                remember(from.buffer);
            }
        } else {
            keep(from);
            packed = packer.pack(from);
            region.wrapArray(packed, 0, from.packedBytes());
        }
        return region;
    }

    /**
     * Binds items that are written.
     *
     * @return room for their bytes, valid until {@link #unpack}
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    Region write(TypedBuffer to) {
        check(to);
        if (to.type.isPlain()) {
            if (!bindLatest(to) || latestMemory.isReadOnly()) {
                binder.bindWritable(region, to.buffer, to.offset, to.count, to.type);
                remember(to.buffer);
            }
        } else {
            keep(to);
            packer.check(to, true);
            packed = packer.allocate(to);
            region.wrapArray(packed, 0, to.packedBytes());
        }
        return region;
    }

    /**
     * Binds plain items in the direct buffer of the latest access, without the search of the
     * binder; false when they are elsewhere, too many, or freed, which the binder reports.
     */
    private boolean bindLatest(TypedBuffer user) {
        long extent = user.type.extentBytes();
        if (user.buffer != latest || latest == null || (user.count | extent) >>> 31 != 0) {
            return false;
        }
        long at = user.offset * latestElementBytes;
        long bytes = user.count * extent;
        boolean fits = user.offset >= 0 && bytes <= latestMemory.byteSize() - at;
        if (!fits || !latestMemory.scope().isAlive()) {
            return false;
        }
        region.wrap(latestMemory, at, bytes);
        return true;
    }

    private void remember(Object buffer) {
        boolean isDirect = buffer instanceof Buffer nio && nio.isDirect();
        latest = isDirect && region.segment() != MemorySegment.NULL ? buffer : null;
        if (latest != null) {
            latestMemory = region.segment();
            latestElementBytes = BufferBinder.elementBytes(buffer);
        }
    }

    private void check(TypedBuffer user) {
        if (user.type.isObject()) {
            throw new MpiFailure(ErrorClass.TYPE, "a window has no objects")
                    .with("type", user.type)
                    .advice("send objects in messages");
        }
        packed = null;
    }

    private void keep(TypedBuffer user) {
        items.set(user.buffer, user.offset, user.count, user.type);
    }

    /** The first bytes have been written. */
    void unpack(long bytes) {
        if (packed != null) {
            packer.unpack(items, 0, bytes, packed, 0);
        }
        release();
    }

    /** Releases the packed copy; the next access replaces the reference to the program's memory. */
    void release() {
        if (packed != null) {
            packer.buffers().release(packed);
            packed = null;
            items.clear();
        }
    }
}
