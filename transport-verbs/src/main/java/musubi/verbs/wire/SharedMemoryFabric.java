package musubi.verbs.wire;

import musubi.error.ErrorClass;
import musubi.error.FreeSpace;
import musubi.error.MpiFailure;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.memory.PrivateFiles;

import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A network of the adapters of one node, in a file that they map: one {@link PacketRing} for each,
 * where the others put packets. Lossless, in order, bounded. The first one creates the file; the
 * one that chose its name removes it. Any thread may use it; each attachment is polled by one.
 *
 * <pre>
 *     0  magic  8 adapters  16 slots  64 addresses of those attached (8 bytes each)
 *  then, at the next multiple of 4096, the rings in the order of addresses
 * </pre>
 */
@Accounted(Component.SHARED_MEMORY)
public final class SharedMemoryFabric implements AutoCloseable {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long MAGIC = 0x3153_4256_4253_554DL;
    private static final int PAGE_BYTES = 4096;
    private static final long ATTACHED = 64;
    private static final long UNUSED = 24;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final Path file;
    private final PacketRing[] rings;
    private final long stride;

    /**
     * Maps a file, in a private directory, for {@code adapters} adapters, each with a ring of
     * {@code slots} packets, a power of 2. Throws {@code ERR_ARG} if the numbers are out of range
     * or the file was made with others, and {@code ERR_OTHER} if it cannot be mapped.
     */
    public SharedMemoryFabric(Path file, int adapters, int slots) {
        if (adapters < 1 || slots < 1 || Integer.bitCount(slots) != 1) {
            throw refused(file, adapters, slots, "give 1 or more, and slots as a power of 2");
        }
        this.file = file;
        long first = firstRing(adapters);
        stride = stride(slots);
        memory = map(file, first + adapters * stride);
        agree(8, adapters, slots);
        agree(16, slots, adapters);
        agree(0, MAGIC, adapters);
        rings = new PacketRing[adapters];
        for (int i = 0; i < adapters; i++) {
            long bytes = PacketRing.bytes(slots);
            rings[i] = new PacketRing(memory.asSlice(first + i * stride, bytes), slots);
        }
    }

    /**
     * Attaches an adapter with any address to the ring of a number from 0 on. Throws {@code
     * ERR_ARG} if that is out of range or taken, and {@code ERR_NO_MEM} if there is no memory for
     * the ring.
     */
    public Attachment attach(int index, int lid) {
        boolean inRange = index >= 0 && index < rings.length;
        if (inRange && (long) WORD.getAcquire(memory, attached(index)) == 0) {
            reserve(index);
        }
        if (!inRange || !WORD.compareAndSet(memory, attached(index), 0L, (long) lid)) {
            throw new MpiFailure(ErrorClass.ARG, "place in shared memory is out of range or taken")
                    .with("index", index)
                    .with("lid", lid)
                    .with("adapters", rings.length)
                    .with("file", file)
                    .advice("attach with a free one");
        }
        return new Attachment(index, lid);
    }

    /** Unmaps; attachments must not be used any more. */
    @Override
    public void close() {
        arena.close();
    }

    private void agree(long at, long mine, long other) {
        long found = (long) WORD.compareAndExchange(memory, at, 0L, mine);
        if (found != 0 && found != mine) {
            arena.close();
            throw refused(file, mine, other, "the file has " + found + ", open it with the same");
        }
    }

    private MemorySegment map(Path path, long bytes) {
        try (FileChannel channel = PrivateFiles.open(path)) {
            channel.write(ByteBuffer.allocate(1), UNUSED);
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        } catch (IOException failure) {
            throw new MpiFailure(
                            ErrorClass.OTHER, "shared memory of adapters cannot be mapped", failure)
                    .with("file", path)
                    .with("bytes", bytes)
                    .with("cause", failure.getMessage())
                    .with("bytes free", FreeSpace.of(path.toAbsolutePath().getParent()))
                    .advice("give a writable directory with that much room");
        }
    }

    /**
     * Backs a ring with memory by writing through the file, unless it is in use: a store into a
     * page for which there is no memory would be a fault.
     */
    private void reserve(int index) {
        long start = firstRing(rings.length) + index * stride;
        try (FileChannel channel = PrivateFiles.open(file)) {
            ByteBuffer tail = ByteBuffer.allocate(Long.BYTES);
            channel.read(tail, start);
            if (tail.getLong(0) != 0) {
                return;
            }
            ByteBuffer zeros = ByteBuffer.allocate(Math.toIntExact(stride));
            while (zeros.hasRemaining()) {
                channel.write(zeros, start + zeros.position());
            }
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.NO_MEM, "there is no memory for an adapter's ring", e)
                    .with("file", file, "cause", e.getMessage())
                    .with("bytes wanted", stride)
                    .with("bytes free", FreeSpace.of(file.toAbsolutePath().getParent()))
                    .advice(
                            "free space there, choose another directory with"
                                    + " MUSUBI_VERBS_DIRECTORY, or set MUSUBI_VERBS_WIRE=udp");
        }
    }

    /** Where the address stands of the adapter that has a ring; 0 there for none. */
    private static long attached(int index) {
        return ATTACHED + (long) index * Long.BYTES;
    }

    private static long firstRing(int adapters) {
        return pages(ATTACHED + (long) adapters * Long.BYTES);
    }

    private static long stride(int slots) {
        return pages(PacketRing.bytes(slots));
    }

    private static long pages(long bytes) {
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    private static MpiFailure refused(Path file, long one, long other, String advice) {
        return new MpiFailure(ErrorClass.ARG, "shared memory of adapters has another shape")
                .with("file", file)
                .with("requested", one + "," + other)
                .advice(advice);
    }

    /** An adapter's ring, and access to those of the others. */
    public final class Attachment implements Wire {
        private final int index;
        private final int lid;
        private final Int2ObjectHashMap<Neighbour> known = new Int2ObjectHashMap<>();
        private boolean closed;

        private Attachment(int index, int lid) {
            this.index = index;
            this.lid = lid;
        }

        @Override
        public int lid() {
            return lid;
        }

        /** Whether an adapter is attached now. */
        public boolean reaches(int target) {
            return find(target) != null;
        }

        @Override
        public boolean offer(Packet packet) {
            Neighbour target = find(packet.destinationLid());
            return target == null || target.ring.offer(packet);
        }

        @Override
        public boolean poll(Packet into) {
            return rings[index].poll(into);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                WORD.setRelease(memory, attached(index), 0L);
            }
        }

        private Neighbour find(int target) {
            Neighbour found = known.get(target);
            if (found != null) {
                return isAt(found.index, target) ? found : null;
            }
            for (int i = 0; i < rings.length; i++) {
                if (isAt(i, target)) {
                    found = new Neighbour(i, rings[i]);
                    known.put(target, found);
                    return found;
                }
            }
            return null;
        }

        private boolean isAt(int place, int target) {
            return (long) WORD.getAcquire(memory, attached(place)) == target;
        }
    }

    private record Neighbour(int index, PacketRing ring) {}
}
