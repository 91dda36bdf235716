package mpi;

import java.util.Map;

/** Neighbourhood collectives over the memory transport of the tests. */
class NeighbourhoodMemoryTest implements NeighbourhoodTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory");
    }
}
