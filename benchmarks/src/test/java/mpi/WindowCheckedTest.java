package mpi;

import java.util.Map;

/** Windows with checks over the transport shm: correct programs have no conflicts. */
class WindowCheckedTest
        implements WindowTests, RandomWindowTests, SharedWindowTests, PassiveTargetTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm", "shm.by.reference", "false", "check", "true");
    }
}
