package musubi.simulator.scale;

import musubi.bootstrap.Bootstrap;
import musubi.region.AddressSpace;

import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;

/**
 * Bootstrap of a rank in a job of which only its own node exists: values of other nodes' ranks are
 * computed on request, as a distributed key-value space would send them.
 */
record SimulatedBootstrap(Job job, int localRank) implements Bootstrap {
    /** State shared by the ranks of the node. */
    static final class Job {
        private final ScaleScenario scenario;
        private final String id =
                "scale-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        private final AddressSpace addressSpace = new AddressSpace();
        private final Map<String, String> values = new ConcurrentHashMap<>();
        private final CyclicBarrier barrier;

        Job(ScaleScenario scenario) {
            this.scenario = scenario;
            barrier = new CyclicBarrier(scenario.m());
        }

        AddressSpace addressSpace() {
            return addressSpace;
        }
    }

    @Override
    public int worldRank() {
        return job.scenario.firstRank() + localRank;
    }

    @Override
    public int worldSize() {
        return job.scenario.ranks();
    }

    @Override
    public int localSize() {
        return job.scenario.m();
    }

    @Override
    public int node() {
        return job.scenario.nodes() / 2;
    }

    @Override
    public int nodeOf(int worldRank) {
        return worldRank / job.scenario.m();
    }

    @Override
    public String jobId() {
        return job.id;
    }

    @Override
    public AddressSpace addressSpace() {
        return job.addressSpace;
    }

    @Override
    public void put(String key, String value) {
        job.values.put(key, value);
    }

    @Override
    public void fence() {
        try {
            job.barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("a rank of the node is gone", e);
        }
    }

    @Override
    public String get(String key) {
        String known = job.values.get(key);
        return known != null ? known : SimulatedTransportProvider.NAME + "=" + card(key) + ";";
    }

    private static String card(String key) {
        int rank = Integer.parseInt(key.substring(key.indexOf('-') + 1));
        return SimulatedTransportProvider.card(rank);
    }

    @Override
    public void abort(int exitCode, String message) {
        throw new IllegalStateException("abort: code=" + exitCode + ": " + message);
    }

    @Override
    public void leave() {}

    @Override
    public void close() {}
}
