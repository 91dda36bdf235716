package mpi;

/** Load with large messages through staging slots, filled by the C library's memcpy. */
public interface StagedLoadTests extends LoadTests {
    int FRAGMENT_BYTES = 16 << 10;

    /** Segments not removed by the JIT compiler: at most 112 bytes for a copy in or out. */
    @Override
    default double garbage(int bytes) {
        return bytes < FRAGMENT_BYTES ? LIMIT : bytes / 50.0;
    }
}
