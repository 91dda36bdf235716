package mpi;

import java.util.Map;

/**
 * The MPI suite over the shm transport as between processes, without access to arrays of peers,
 * with the C library's copy from the first fragment on.
 */
class ShmStagedMpiTest extends MpiSuite implements StagedLoadTests {
    @Override
    public Map<String, String> settings() {
        return Map.of(
                "transport", "self,shm", "shm.by.reference", "false", "shm.native.copy.after", "0");
    }
}
