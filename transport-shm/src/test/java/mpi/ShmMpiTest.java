package mpi;

import java.util.Map;

/** The MPI suite over the shm transport, ranks as threads of one JVM. */
class ShmMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm");
    }
}
