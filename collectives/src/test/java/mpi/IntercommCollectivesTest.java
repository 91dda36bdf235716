package mpi;

import java.util.Map;

/** Collectives on intercommunicators over a transport of the tests. */
class IntercommCollectivesTest implements IntercommCollectiveTests, IntercommMisuseTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory");
    }
}
