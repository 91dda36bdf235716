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
 * How many questions of a rank have been answered, in a mapped file beside its events. So those
 * answered with no, of which there is no event, are known up to the last one when the process is
 * killed. Thread rule: one thread at a time.
 */
final class QuestionCount {
    private static final String FILE = "questions";

    private final MappedByteBuffer count;

    private QuestionCount(MappedByteBuffer count) {
        this.count = count;
    }

    /** A new one, zero, in the directory of a rank. */
    static QuestionCount toWrite(Path directory) {
        try (FileChannel file =
                FileChannel.open(
                        directory.resolve(FILE),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            return new QuestionCount(file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** So many have been answered. */
    void set(long answered) {
        count.putLong(0, answered);
    }

    /** How many the recorded rank had answered. */
    static long read(Path directory) {
        try {
            byte[] bytes = Files.readAllBytes(directory.resolve(FILE));
            return ByteBuffer.wrap(bytes).getLong(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
