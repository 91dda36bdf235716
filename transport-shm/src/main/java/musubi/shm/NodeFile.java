package musubi.shm;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.memory.OffHeap;
import musubi.memory.PrivateFiles;
import musubi.region.Lifetime;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The file that the ranks of one node share, mapped whole, once in each JVM. The first rank creates
 * it; it is sparse, so only used parts take memory.
 *
 * <p>Memory is reserved by writing zeros through the file, not by touching the mapping: on a full
 * file system a write fails with an exception, a touch with a fault.
 */
final class NodeFile implements OffHeap {
    private static final int ZEROS_BYTES = 64 << 10;
    private static final int FAULT_AROUND_BYTES = 64 << 10;

    private final Path path;
    private final RandomAccessFile file;
    private final NodeMappings mappings;
    private final MemorySegment map;
    private final FileViews views;
    private final String identity;
    private final byte[] zeros = new byte[ZEROS_BYTES];
    private final AtomicInteger holders = new AtomicInteger(1);
    private long reservedBytes;
    private long excludedBytes;

    /** Whether the system may be able to take memory back. */
    private boolean discards;

    private NodeFile(
            Path path,
            RandomAccessFile file,
            String identity,
            NodeMappings mappings,
            boolean nativeAccess)
            throws IOException {
        this.path = path;
        this.file = file;
        this.identity = identity;
        this.mappings = mappings;
        this.map = mappings.open(identity, file.getChannel(), file.length());
        this.discards = nativeAccess && LinuxNativeAccess.isSupported();
        this.views =
                nativeAccess ? new FileViews.Parts(map) : new FileViews.Mappings(file.getChannel());
    }

    /**
     * Opens the file, or creates it. Any number of ranks may do so at the same time.
     *
     * @param path in a private directory
     * @param mappings of this JVM
     * @throws IOException when it is no private file of this user or has another size
     */
    static NodeFile open(Path path, long bytes, NodeMappings mappings) throws IOException {
        return open(path, bytes, mappings, LinuxNativeAccess.isGranted() && Lifetime.isEndable());
    }

    /** As above, with or without native access. */
    static NodeFile open(Path path, long bytes, NodeMappings mappings, boolean nativeAccess)
            throws IOException {
        PrivateFiles.open(path).close();
        String identity = PrivateFiles.identity(path);
        // Not the channel above: an interrupt of the calling thread would close that one.
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            setLength(path, file, bytes);
            return new NodeFile(path, file, identity, mappings, nativeAccess);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void setLength(Path path, RandomAccessFile file, long bytes) throws IOException {
        long length = file.length();
        if (length == 0) {
            // Several ranks may do this, with the same length.
            file.setLength(bytes);
        } else if (length != bytes) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "another rank has another layout: bytes=" + length + " expected=" + bytes);
        }
    }

    /** The whole file. */
    MemorySegment map() {
        return map;
    }

    /**
     * A part of the file.
     *
     * @param whenEnded runs at the end of its lifetime, on any thread
     * @return null when the system cannot map it
     */
    Lifetime.Lent view(long offset, long bytes, Runnable whenEnded) {
        try {
            return views.view(offset, bytes, whenEnded);
        } catch (IOException e) {
            return null;
        }
    }

    /** The offset in the file of memory of {@link #view}; -1 of memory that is not in the file. */
    long offset(MemorySegment memory) {
        return views.offset(memory);
    }

    /** Device and inode: equal for two ranks if and only if they share this very file. */
    String identity() {
        return identity;
    }

    /**
     * Backs a part of the file with memory, zeroed.
     *
     * @return false when there is not enough
     */
    boolean reserve(long offset, long bytes) {
        try {
            file.seek(offset);
            for (long left = bytes; left > 0; left -= ZEROS_BYTES) {
                file.write(zeros, 0, (int) Math.min(ZEROS_BYTES, left));
            }
            reservedBytes += bytes;
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the memory of a reserved part to the system; the part reads as zeros and has to be
     * reserved again.
     *
     * @param offset on a page
     * @return false where that is impossible
     */
    boolean discard(long offset, long bytes) {
        if (!discards || !LinuxNativeAccess.discard(map.asSlice(offset, bytes))) {
            discards = false;
            return false;
        }
        reservedBytes -= bytes;
        return true;
    }

    /** Excludes reserved bytes that another object accounts for; includes them if negative. */
    void excludeFromCount(long bytes) {
        excludedBytes += bytes;
    }

    /** Reserved by this rank; the rest of the file belongs to other ranks or has no memory. */
    @Override
    public long offHeapBytes() {
        return reservedBytes - excludedBytes;
    }

    /** Maps the pages of a reserved part, so that its first use does not fault. */
    void touch(long offset, long bytes) {
        for (long at = offset; at < offset + bytes; at += FAULT_AROUND_BYTES) {
            map.get(ValueLayout.JAVA_BYTE, at);
        }
    }

    /** Removes the name; the memory is freed when the last rank has closed. */
    void unlink() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw failed("cannot remove the file of shared memory", e);
        }
    }

    /** Adds a holder, which calls {@link #close}. Any thread. */
    void retain() {
        holders.incrementAndGet();
    }

    /** Removes a holder; the last one unmaps, and later accesses throw IllegalStateException. */
    void close() {
        if (holders.decrementAndGet() > 0) {
            return;
        }
        mappings.close(identity);
        try {
            file.close();
        } catch (IOException e) {
            throw failed("cannot close the file of shared memory", e);
        }
    }

    private MpiFailure failed(String what, IOException cause) {
        return new MpiFailure(ErrorClass.OTHER, what, cause)
                .with("file", path, "cause", cause.getMessage());
    }
}
