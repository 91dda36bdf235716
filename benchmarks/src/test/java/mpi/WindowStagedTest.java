package mpi;

import java.util.Map;

/** Windows over shared memory as between processes, without access to other memory of peers. */
class WindowStagedTest
        implements WindowSuite, SharedWindowTests, PassiveTargetTests, DirectWindowTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm", "shm.by.reference", "false");
    }
}
