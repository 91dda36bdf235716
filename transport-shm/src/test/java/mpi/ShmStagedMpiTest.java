package mpi;

import java.util.Map;

/**
 * The MPI suite over the shm transport as between processes, where arrays are not reached, with the
 * C library's copy from the first fragment on.
 */
class ShmStagedMpiTest extends MpiSuite {
    private static final int FRAGMENT_BYTES = 16 << 10;

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "transport", "self,shm", "shm.by.reference", "false", "shm.native.copy.after", "0");
    }

    /** Segments that the JIT compiler has not removed: at most 112 bytes for a copy in or out. */
    @Override
    public double garbage(int bytes) {
        return bytes < FRAGMENT_BYTES ? LIMIT : bytes / 50.0;
    }
}
