package mpi;

import java.util.Map;

/** Windows with a progress thread and checks, over tcp. */
class WindowAssistedTest implements WindowSuite, PassiveTargetTests, UnattendedNicamTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,tcp", "progress.thread", "true", "check", "true");
    }
}
