package musubi.jfr;

import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

import musubi.error.ErrorClass;
import musubi.error.FreeSpace;
import musubi.error.MpiFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Stops a recording while the file systems that it needs have space. Without space for the files
 * that the Flight Recorder writes meanwhile the JVM ends itself; without space for all of them
 * again, the recording, which is made of them when it stops, is incomplete.
 *
 * @param directory of the recording
 * @param rank that it is named after
 */
record RecordingSpace(Path directory, int rank) {
    private static final long PERIOD_NS = 250_000_000;

    /** More than a JVM records in several periods. */
    private static final long LEAST_BYTES = 32 << 20;

    /** Where the Flight Recorder writes; null until the JDK sets it, when recording starts. */
    static final String REPOSITORY = "jdk.jfr.repository";

    /** Whether there is too little space; then a line has been printed. */
    boolean isShort() {
        String own = System.getProperty(REPOSITORY);
        Path repository = Path.of(own == null ? System.getProperty("java.io.tmpdir") : own);
        long recorded = own == null ? 0 : sizeOf(repository);
        return isShort(repository, LEAST_BYTES, "set java.io.tmpdir to another directory")
                || isShort(directory, LEAST_BYTES + recorded, "record to another directory");
    }

    /** A directory that the ending JVM has removed meanwhile has 0 bytes free, and needs none. */
    private boolean isShort(Path place, long bytes, String advice) {
        long free = FreeSpace.of(place);
        if (free >= bytes || !Files.isDirectory(place)) {
            return false;
        }
        MpiFailure failure =
                new MpiFailure(ErrorClass.NO_SPACE, "the recording ends, the rank continues")
                        .with("rank", rank, "directory", place, "cause", FreeSpace.NONE)
                        .with("bytes wanted", bytes, "bytes free", free)
                        .advice("free space there, or " + advice);
        System.err.println("musubi: " + failure.getMessage());
        return true;
    }

    /** Bytes recorded so far. */
    private static long sizeOf(Path repository) {
        long bytes = 0;
        try (Stream<Path> files = Files.list(repository)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                bytes += file.toString().endsWith(".jfr") ? file.toFile().length() : 0;
            }
        } catch (IOException _) {
            // The JVM ends, and removes it.
            return 0;
        }
        return bytes;
    }

    /** Stops the recording, which writes it, before there is too little space. */
    void stopWhenShort(Recording recording) {
        Thread.ofPlatform()
                .daemon()
                .name("musubi-recording-space")
                .start(
                        () -> {
                            while (recording.getState() == RecordingState.RUNNING) {
                                if (isShort()) {
                                    recording.stop();
                                }
                                LockSupport.parkNanos(PERIOD_NS);
                            }
                        });
    }
}
