package misuse;

import musubi.job.IsolatedJob;
import musubi.job.ProcessRanks;

import org.junit.jupiter.api.AfterAll;

import java.util.Map;

/** {@link OriginConflictTests} over shared memory with a JVM for each rank. */
class OriginConflictIT implements OriginConflictTests {
    private static final ProcessRanks RANKS = new ProcessRanks("shm");

    @Override
    public IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("check", "true")).on(RANKS);
    }

    @AfterAll
    static void endTheRanks() {
        RANKS.close();
    }
}
