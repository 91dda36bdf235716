package mpi;

/** Load where large messages go through staging slots, which the C library's memcpy fills. */
public interface StagedLoadTests extends LoadTests {
    int FRAGMENT_BYTES = 16 << 10;

    /** Segments that the JIT compiler has not removed: at most 112 bytes for a copy in or out. */
    @Override
    default double garbage(int bytes) {
        return bytes < FRAGMENT_BYTES ? LIMIT : bytes / 50.0;
    }
}
