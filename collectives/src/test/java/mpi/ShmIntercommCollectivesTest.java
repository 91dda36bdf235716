package mpi;

import java.util.Map;

/** Collectives on intercommunicators over the shm transport, ranks as threads of one JVM. */
class ShmIntercommCollectivesTest implements IntercommCollectiveTests, IntercommMisuseTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm");
    }
}
