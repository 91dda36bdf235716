package mpi;

import java.util.Map;

/** Ranks with progress threads, over the transport shm. */
class AssistedShmTest implements UnattendedProgressTests, UnattendedNicamTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm", "progress.thread", "true");
    }
}
