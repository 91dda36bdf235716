package musubi.shm;

import mpi.MpiSuite;

import java.util.Map;

/** MPI programs over shared memory. */
class ShmMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm");
    }
}
