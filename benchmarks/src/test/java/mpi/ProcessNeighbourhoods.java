package mpi;

import musubi.job.IsolatedJob;
import musubi.job.ProcessRanks;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

import java.util.HashMap;
import java.util.Map;

/** Neighbourhood collectives with a JVM for each rank. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProcessNeighbourhoods implements NeighbourhoodTests {
    private final Map<Integer, ProcessRanks> jobs = new HashMap<>();
    private final String transport;

    ProcessNeighbourhoods(String transport) {
        this.transport = transport;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of();
    }

    /** Periods are arithmetic, tested by jobs in one JVM; processes test the messages. */
    @Override
    public boolean takesAllPeriods() {
        return false;
    }

    @Override
    public IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, settings())
                .on(jobs.computeIfAbsent(ranks, _ -> new ProcessRanks(transport)));
    }

    @AfterAll
    void endTheRanks() {
        jobs.values().forEach(ProcessRanks::close);
    }
}
