package musubi.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How many questions of a course of a rank have been answered, in a mapped file beside the events.
 * So those answered with no, of which there is no event, are known up to the last one when the
 * process is killed. Thread rule: one thread at a time.
 */
final class RecordedCallCount {
    private static final String FILE = "questions";

    private final MappedByteBuffer count;

    private RecordedCallCount(MappedByteBuffer count) {
        this.count = count;
    }

    private static Path fileOf(Path directory, long course) {
        return directory.resolve(course == 0 ? FILE : FILE + "-" + Long.toHexString(course));
    }

    /** A new one, zero, in the directory of a rank. */
    static RecordedCallCount toWrite(Path directory, long course) {
        try (FileChannel file =
                FileChannel.open(
                        fileOf(directory, course),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            return new RecordedCallCount(file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** So many have been answered. */
    void set(long answered) {
        count.putLong(0, answered);
    }

    /** How many the recorded rank had answered; none in a course that it did not have. */
    static long read(Path directory, long course) {
        Path file = fileOf(directory, course);
        try {
            return Files.exists(file) ? ByteBuffer.wrap(Files.readAllBytes(file)).getLong(0) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
