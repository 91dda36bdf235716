package mpi;

import java.util.Map;

/** The MPI suite over emulated verbs, ranks as threads of one JVM. */
class VerbsMpiTest extends MpiSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,verbs", "verbs.receive.buffers", "512");
    }

    /** The transport contract measures it, in a tenth of the time. */
    @Override
    public boolean isTransportAllocationFree() {
        return false;
    }
}
