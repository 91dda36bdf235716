package musubi.tcp.socket;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Descriptors for the start of an event loop, which comes late: without one its classes and
 * libraries could not be read, and the JVM would not try again.
 */
public final class SpareDescriptors {
    private static final int MOST = 12;

    /** Not more than this part of the descriptors. */
    private static final int PART = 5;

    private static final String FILE = "/dev/null";

    private final List<Closeable> files = new ArrayList<>();

    /**
     * Opens as many as are free.
     *
     * @param descriptors number of descriptors that the rank may have
     */
    public SpareDescriptors(long descriptors) {
        try {
            while (files.size() < Math.min(MOST, descriptors / PART)) {
                files.add(new FileInputStream(FILE));
            }
        } catch (IOException e) {
            // There are no more, or this is another system than Linux.
            return;
        }
    }

    /** Closes them. */
    public void release() throws IOException {
        for (Closeable file : files) {
            file.close();
        }
        files.clear();
    }
}
