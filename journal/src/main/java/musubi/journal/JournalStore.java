package musubi.journal;

import musubi.memory.PrivateFiles;

import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a journal. Chronicle Queue starts a new file for each day of its clock; the clock
 * set here advances when a file has reached its share of the limit, and the oldest file is removed.
 * Thread rule: one thread at a time.
 */
final class JournalStore implements AutoCloseable {
    /** Number of files that share the limit. */
    static final int FILES = 8;

    private static final RollCycle DAY = RollCycles.FAST_DAILY;

    /** Size of a mapped piece of a file; an event must be much shorter. */
    private static final int BLOCK_BYTES = 4 << 20;

    private final Path directory;
    private final long fileBytes;
    private final ChronicleQueue queue;
    private long day = 1;
    private long written;

    /** Whether the next event goes into a new file. */
    private boolean isNewFile = true;

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

    /** A new journal in an empty directory. */
    static JournalStore toWrite(Path directory, long limitBytes) {
        return new JournalStore(directory, limitBytes);
    }

    /** An existing journal. */
    static JournalStore toRead(Path directory) {
        return new JournalStore(directory, 0);
    }

    /** Chronicle Queue creates files with the mode that the umask leaves. */
    private void makePrivate() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                PrivateFiles.restrict(file);
            }
        }
    }

    ChronicleQueue queue() {
        return queue;
    }

    Path directory() {
        return directory;
    }

    /**
     * Counts bytes written.
     *
     * @return whether the present file is full, so that the next event starts a new one
     */
    boolean onWritten(long bytes) throws IOException {
        if (isNewFile) {
            isNewFile = false;
            makePrivate();
        }
        written += bytes;
        if (written <= fileBytes) {
            return false;
        }
        written = 0;
        isNewFile = true;
        day++;
        removeOldest();
        return true;
    }

    private void removeOldest() throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            List<Path> files =
                    found.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
            // Leaves room for the next file.
            for (int i = 0; i <= files.size() - FILES; i++) {
                Files.delete(files.get(i));
            }
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
