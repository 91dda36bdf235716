package mpi;

import java.util.Map;

/** The MPI suite over the tcp transport, ranks as threads of one JVM. */
class TcpMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,tcp");
    }

    /** Messages above the eager limit cost about 85 bytes, measured with 30,000 bytes. */
    @Override
    public boolean isAllocationFreeWhenLarge() {
        return false;
    }
}
