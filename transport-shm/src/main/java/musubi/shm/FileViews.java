package musubi.shm;

import musubi.region.Lifetime;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.WeakHashMap;

/** Segments of parts of a node file, each with a lifetime of its own. Thread rule: any thread. */
interface FileViews {
    /**
     * The segment of a part; all segments and buffers made of it share its scope.
     *
     * @param whenEnded runs at the end of its lifetime, on any thread
     * @throws IOException when the system cannot map the part
     */
    Lifetime.Lent view(long offset, long bytes, Runnable whenEnded) throws IOException;

    /** The offset in the file of memory of such a segment; -1 of any other memory. */
    long offset(MemorySegment memory);

    /** Of a whole mapping, where Java grants native access: they are parts of the mapping. */
    record Parts(MemorySegment map) implements FileViews {
        @Override
        public Lifetime.Lent view(long offset, long bytes, Runnable whenEnded) {
            return Lifetime.lend(map.asSlice(offset, bytes), whenEnded);
        }

        @Override
        public long offset(MemorySegment memory) {
            long offset = memory.address() - map.address();
            return memory.isNative() && offset < map.byteSize() ? Math.max(offset, -1) : -1;
        }
    }

    /**
     * Of a channel, without native access: each is a mapping of its own, at least a page long, and
     * lives until it is unreachable.
     */
    final class Mappings implements FileViews {
        private final FileChannel channel;
        private final Map<Scope, Place> places = new WeakHashMap<>();

        private record Place(long address, long offset) {}

        Mappings(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public synchronized Lifetime.Lent view(long offset, long bytes, Runnable whenEnded)
                throws IOException {
            // The channel would close itself if it found the thread interrupted.
            boolean interrupted = Thread.interrupted();
            try {
                MemorySegment part =
                        channel.map(
                                FileChannel.MapMode.READ_WRITE,
                                offset,
                                Math.max(1, bytes),
                                Arena.ofAuto());
                places.put(part.scope(), new Place(part.address(), offset));
                return Lifetime.lendCollected(part.asSlice(0, bytes), whenEnded);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public synchronized long offset(MemorySegment memory) {
            Place place = places.get(memory.scope());
            return place == null ? -1 : place.offset + memory.address() - place.address;
        }
    }
}
