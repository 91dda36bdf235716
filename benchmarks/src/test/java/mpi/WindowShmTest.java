package mpi;

import java.util.Map;

/** Windows over the transport shm, ranks as threads of one JVM. */
class WindowShmTest
        implements WindowSuite, SharedWindowTests, PassiveTargetTests, DirectWindowTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm");
    }
}
