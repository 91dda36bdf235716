package mpi;

import java.util.Map;

/** Ranks with progress threads, over the transport verbs. */
class AssistedVerbsTest implements UnattendedProgressTests, UnattendedNicamTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,verbs", "progress.thread", "true");
    }
}
