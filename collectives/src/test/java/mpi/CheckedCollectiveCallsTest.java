package mpi;

import java.util.Map;

/** Correct programs run unchanged when calls are checked. */
class CheckedCollectiveCallsTest extends CollectiveCallsTest {
    @Override
    Map<String, String> settings() {
        return Map.of("transport", "self,memory", "check", "true");
    }
}
