package mpi;

import java.util.Map;

/** The MPI suite over the tcp transport, ranks as threads of one JVM. */
class TcpMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,tcp");
    }
}
