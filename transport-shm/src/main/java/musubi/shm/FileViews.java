package musubi.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.lang.ref.Cleaner;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.WeakHashMap;

/** Segments of parts of a node file, each with a lifetime of its own. Thread rule: any thread. */
interface FileViews {
    /**
     * The segment of a part; all segments and buffers made of it share its scope.
     *
     * @param whenUnreachable runs on another thread once none of them is reachable
     * @throws IOException when the system cannot map the part
     */
    MemorySegment view(long offset, long bytes, Runnable whenUnreachable) throws IOException;

    /** The offset in the file of memory of such a segment; -1 of any other memory. */
    long offset(MemorySegment memory);

    /** Of a whole mapping, where Java grants native access: they are parts of the mapping. */
    record Parts(MemorySegment map) implements FileViews {
        @Override
        public MemorySegment view(long offset, long bytes, Runnable whenUnreachable) {
            MemorySegment part = map.asSlice(offset, bytes);
            return part.reinterpret(Arena.ofAuto(), _ -> whenUnreachable.run());
        }

        @Override
        public long offset(MemorySegment memory) {
            long offset = memory.address() - map.address();
            return memory.isNative() && offset < map.byteSize() ? Math.max(offset, -1) : -1;
        }
    }

    /** Of a channel, without native access: each is a mapping of its own, at least a page long. */
    final class Mappings implements FileViews {
        private final FileChannel channel;
        private final Map<Scope, Place> places = new WeakHashMap<>();

        private record Place(long address, long offset) {}

        /** Loaded at the first view, because it has a thread. */
        private static final class Collected {
            static final Cleaner CLEANER = Cleaner.create();
        }

        Mappings(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public synchronized MemorySegment view(long offset, long bytes, Runnable whenUnreachable)
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
                Collected.CLEANER.register(part.scope(), whenUnreachable);
                return part.asSlice(0, bytes);
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
