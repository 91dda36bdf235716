package musubi.journal;

import musubi.error.FreeSpace;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Appends events to a journal. Chronicle Queue maps sparse files, and a store into a page that the
 * file system has no block for is a fault, which Java reports as an InternalError, often later and
 * elsewhere. So the blocks of an event are reserved before it is written, by writing through the
 * file: on a full file system that fails with an exception. Thread rule: one thread at a time.
 */
final class JournalAppender implements AutoCloseable {
    /** Most bytes that Chronicle Queue adds to an event: two index tables of 32 KiB, headers. */
    private static final int MOST_ADDED_BYTES = 96 << 10;

    /** Blocks are reserved in multiples of this. */
    private static final int UNIT_BYTES = 64 << 10;

    /** The part of the queue's own table that is used. */
    private static final int TABLE_BYTES = 16 << 10;

    private final JournalStore store;
    private final ExcerptAppender appender;
    private final byte[] zeros = new byte[UNIT_BYTES];

    /**
     * The file of the latest event; null when the next one starts a file. Not a channel, which an
     * interrupt of the calling thread would close.
     */
    private RandomAccessFile file;

    private long end;
    private long reservedEnd;
    private long wantedBytes;

    /**
     * Appends to an empty journal.
     *
     * @throws IOException when there is no space for its files
     */
    JournalAppender(JournalStore store) throws IOException {
        this.store = store;
        appender = store.queue().createAppender();
        // The threads of a rank call one at a time, serialised by its gate.
        appender.singleThreadedCheckDisabled(true);
        writeBack(store.directory().resolve("metadata.cq4t"), TABLE_BYTES);
    }

    /**
     * Appends an event.
     *
     * @param mostBytes the event is not longer
     * @throws IOException when there is no space for it; then nothing more can be appended
     */
    void append(Consumer<Bytes<?>> event, int mostBytes) throws IOException {
        wantedBytes = mostBytes + MOST_ADDED_BYTES;
        if (file == null) {
            requireSpace(store.directory(), wantedBytes);
        } else {
            reserve(end + wantedBytes);
        }
        long bytes;
        try (DocumentContext document = appender.writingDocument()) {
            Bytes<?> to = document.wire().bytes();
            long start = to.writePosition();
            event.accept(to);
            bytes = to.writePosition() - start;
        } catch (InternalError e) {
            // Another process took the space that a new file had.
            throw new IOException(FreeSpace.NONE, e);
        }
        end = appender.wire().bytes().writePosition();
        if (file == null) {
            Path path = appender.currentFile().toPath();
            writeBack(path, end);
            file = new RandomAccessFile(path.toFile(), "rw");
            reservedEnd = end;
            reserve(end + MOST_ADDED_BYTES);
        }
        if (store.onWritten(bytes + Integer.BYTES)) {
            close();
        }
    }

    /** Closes the file whose blocks are reserved. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    /** Number of bytes for which there was no space. */
    long wantedBytes() {
        return wantedBytes;
    }

    /** Fails when the file system has less space; it may be taken before it is used. */
    static void requireSpace(Path directory, long bytes) throws IOException {
        if (FreeSpace.of(directory) < bytes) {
            throw new IOException(FreeSpace.NONE);
        }
    }

    private void reserve(long newEnd) throws IOException {
        while (reservedEnd < newEnd) {
            file.seek(reservedEnd);
            file.write(zeros);
            reservedEnd += zeros.length;
        }
    }

    /** Fills the holes in the first bytes of a file, which stay as they are. */
    private static void writeBack(Path file, long bytes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes));
            while (buffer.hasRemaining() && channel.read(buffer, buffer.position()) > 0) {
                continue;
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer, buffer.position());
            }
        }
    }
}
