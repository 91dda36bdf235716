package mpi;

import java.util.Map;

/** Correct calls between groups run unchanged when calls are checked. */
class CheckedIntercommCollectivesTest implements IntercommCollectiveTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory", "check", "true");
    }
}
