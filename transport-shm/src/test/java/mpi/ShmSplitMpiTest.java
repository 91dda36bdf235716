package mpi;

import java.util.Map;

/**
 * Large messages and random traffic over the shm transport when some ranks share a JVM and others
 * do not.
 */
class ShmSplitMpiTest implements LargeMessageTests, RequestTests, StagedLoadTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,split");
    }
}
