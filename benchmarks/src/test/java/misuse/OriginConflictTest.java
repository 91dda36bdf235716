package misuse;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Nested;

import java.util.HashMap;
import java.util.Map;

/** {@link OriginConflictTests} with ranks in one JVM. */
class OriginConflictTest {
    private static IsolatedJob job(int ranks, Map<String, String> transport) {
        Map<String, String> settings = new HashMap<>(transport);
        settings.put("check", "true");
        return IsolatedJob.of(ranks, settings);
    }

    @Nested
    class Shm implements OriginConflictTests {
        @Override
        public IsolatedJob job(int ranks) {
            return OriginConflictTest.job(ranks, Map.of("transport", "self,shm"));
        }
    }

    @Nested
    class Staged implements OriginConflictTests {
        @Override
        public IsolatedJob job(int ranks) {
            return OriginConflictTest.job(
                    ranks, Map.of("transport", "self,shm", "shm.by.reference", "false"));
        }
    }

    @Nested
    class Tcp implements OriginConflictTests {
        @Override
        public IsolatedJob job(int ranks) {
            return OriginConflictTest.job(ranks, Map.of("transport", "self,tcp"));
        }
    }

    @Nested
    class Verbs implements OriginConflictTests {
        @Override
        public IsolatedJob job(int ranks) {
            return OriginConflictTest.job(
                    ranks, Map.of("transport", "self,verbs", "verbs.receive.buffers", "512"));
        }
    }
}
