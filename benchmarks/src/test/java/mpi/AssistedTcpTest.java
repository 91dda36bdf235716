package mpi;

import java.util.Map;

/** Ranks with progress threads, over the transport tcp. */
class AssistedTcpTest implements UnattendedProgressTests, UnattendedNicamTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,tcp", "progress.thread", "true");
    }
}
