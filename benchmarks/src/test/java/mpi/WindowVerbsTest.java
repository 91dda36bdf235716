package mpi;

import java.util.Map;

/** Windows over the transport verbs, ranks as threads of one JVM, without a progress thread. */
class WindowVerbsTest implements WindowSuite, PassiveTargetTests, RdmaWindowTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,verbs", "verbs.receive.buffers", "512");
    }
}
