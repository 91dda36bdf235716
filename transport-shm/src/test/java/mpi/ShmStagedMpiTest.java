package mpi;

import java.util.Map;

/** The MPI suite over the shm transport as between processes: arrays are not reached. */
class ShmStagedMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm", "shm.by.reference", "false");
    }
}
