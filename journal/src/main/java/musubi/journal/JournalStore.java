package musubi.journal;

import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a journal. Chronicle Queue begins a new one when its clock says that a day is over;
 * the clock that it gets here goes on when a file has its share of the limit, so that the oldest
 * can go. Thread rule: one thread at a time.
 */
final class JournalStore implements AutoCloseable {
    /** Into so many files the limit is divided. */
    static final int FILES = 8;

    private static final RollCycle DAY = RollCycles.FAST_DAILY;

    /** A file is mapped in pieces of so many bytes; an event must be much shorter. */
    private static final int BLOCK_BYTES = 4 << 20;

    private final Path directory;
    private final long fileBytes;
    private final ChronicleQueue queue;
    private long day = 1;
    private long written;

    private JournalStore(Path directory, long limitBytes) {
        this.directory = directory;
        fileBytes = limitBytes == 0 ? Long.MAX_VALUE : Math.max(1, limitBytes / FILES);
        queue =
                SingleChronicleQueueBuilder.binary(directory)
                        .rollCycle(DAY)
                        .blockSize(BLOCK_BYTES)
                        .timeProvider(() -> day * DAY.lengthInMillis())
                        .build();
    }

    /** A new one, in an empty directory. */
    static JournalStore toWrite(Path directory, long limitBytes) {
        return new JournalStore(directory, limitBytes);
    }

    /** One that is there. */
    static JournalStore toRead(Path directory) {
        return new JournalStore(directory, 0);
    }

    ChronicleQueue queue() {
        return queue;
    }

    /** So many bytes more have been written. */
    void onWritten(long bytes) {
        written += bytes;
        if (written > fileBytes) {
            written = 0;
            day++;
            removeOldest();
        }
    }

    private void removeOldest() {
        try (Stream<Path> found = Files.list(directory)) {
            List<Path> files =
                    found.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
            // The next file is about to be begun.
            for (int i = 0; i <= files.size() - FILES; i++) {
                Files.delete(files.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
