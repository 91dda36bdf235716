package mpi;

import java.util.Map;

/** The suite over the memory transport of the tests. */
class MemoryMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory");
    }

    @Override
    public boolean isTransportAllocationFree() {
        return false;
    }
}
