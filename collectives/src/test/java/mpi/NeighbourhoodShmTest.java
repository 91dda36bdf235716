package mpi;

import java.util.Map;

/** Neighbourhood collectives over shared memory. */
class NeighbourhoodShmTest implements NeighbourhoodTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm");
    }
}
