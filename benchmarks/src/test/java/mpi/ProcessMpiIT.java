package mpi;

import musubi.job.IsolatedJob;
import musubi.job.ProcessRanks;

import org.junit.jupiter.api.AfterAll;

import java.util.HashMap;
import java.util.Map;

/** The MPI suite over shared memory with a JVM for each rank, as mpiexec starts them. */
class ProcessMpiIT extends MpiSuite
        implements StagedLoadTests,
                IntercommCollectiveTests,
                WindowSuite,
                SharedWindowTests,
                PassiveTargetTests {
    private static final Map<Integer, ProcessRanks> RANKS = new HashMap<>();

    @Override
    public Map<String, String> settings() {
        return Map.of();
    }

    @Override
    public IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, settings())
                .on(RANKS.computeIfAbsent(ranks, _ -> new ProcessRanks("shm")));
    }

    @AfterAll
    static void endTheRanks() {
        RANKS.values().forEach(ProcessRanks::close);
        RANKS.clear();
    }
}
