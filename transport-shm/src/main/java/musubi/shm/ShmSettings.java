package musubi.shm;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of this transport. */
public final class ShmSettings implements SettingSource {
    /** Directory of the node file, or of a private directory {@code musubi-UID} with it. */
    static final Setting DIRECTORY = new Setting("shm.directory", Type.TEXT, "/dev/shm");

    /**
     * Size of a rank's heap for buffers that peers access directly ({@code MPI.newByteBuffer});
     * only used parts take memory. The same on all ranks.
     */
    static final Setting HEAP_BYTES = new Setting("shm.heap.bytes", Type.BYTES, "1073741824");

    /**
     * Whether the receiver takes ownership of the cache lines of slots that it has read; by default
     * true on AMD processors only.
     */
    static final Setting OWN_LINES = new Setting("shm.own.lines", Type.SWITCH, null);

    /**
     * Whether the C library's {@code memcpy} copies fragments of 16 KiB into and out of slots:
     * faster, at the cost of a little garbage.
     */
    static final Setting NATIVE_COPY = new Setting("shm.native.copy", Type.SWITCH, "true");

    /**
     * Bytes that a rank copies through slots before it binds {@code memcpy}, which takes 20 ms of
     * processor time.
     */
    static final Setting NATIVE_COPY_AFTER =
            new Setting("shm.native.copy.after", Type.BYTES, "67108864");

    /** Whether ranks that live in one JVM copy straight from array to array. */
    static final Setting BY_REFERENCE = new Setting("shm.by.reference", Type.SWITCH, "true");

    /** Smallest message that a sender copies straight into the buffer of a posted receive. */
    static final Setting CLAIM_BYTES = new Setting("shm.claim.bytes", Type.BYTES, "4096");

    /** For {@link java.util.ServiceLoader}. */
    public ShmSettings() {}

    @Override
    public List<Setting> settings() {
        return List.of(
                DIRECTORY,
                HEAP_BYTES,
                OWN_LINES,
                NATIVE_COPY,
                NATIVE_COPY_AFTER,
                BY_REFERENCE,
                CLAIM_BYTES);
    }
}
