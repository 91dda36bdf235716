package mpi;

import java.util.Map;

/** The suite over the memory transport of the tests, with checks: they find nothing. */
class CheckedMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory", "check", "true");
    }

    @Override
    public boolean isTransportAllocationFree() {
        return false;
    }
}
