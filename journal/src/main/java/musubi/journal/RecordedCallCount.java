package musubi.journal;

import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The number of completed nondeterministic calls of a thread stream, in a mapped file beside the
 * events. So the calls with the outcome "no", for which there is no event, are known even if the
 * process is killed. Thread rule: one thread at a time.
 */
record RecordedCallCount(MappedByteBuffer count) {
    private static final String FILE = "questions";

    private static Path fileOf(Path directory, long stream) {
        return directory.resolve(stream == 0 ? FILE : FILE + "-" + Long.toHexString(stream));
    }

    /**
     * A new count of zero in the directory of a rank. It is written before it is mapped: so a full
     * file system is an exception here, and not a fault later.
     */
    static RecordedCallCount toWrite(Path directory, long stream) throws IOException {
        try (FileChannel file = PrivateFiles.create(fileOf(directory, stream))) {
            file.write(ByteBuffer.allocate(Long.BYTES));
            return new RecordedCallCount(file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES));
        }
    }

    /** Sets the count. */
    void set(long completed) {
        count.putLong(0, completed);
    }

    /** The recorded count; zero for a stream that was not recorded. */
    static long read(Path directory, long stream) {
        Path file = fileOf(directory, stream);
        try {
            return Files.exists(file) ? ByteBuffer.wrap(Files.readAllBytes(file)).getLong(0) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
