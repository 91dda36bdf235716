package musubi.simulator.execution;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.network.Injection;
import musubi.simulator.network.LinkCost;
import musubi.simulator.network.Network;
import musubi.simulator.network.Outcome;
import musubi.simulator.network.TorusNetwork;

import java.util.Random;
import java.util.function.IntFunction;

/** Makes the order in which the simulator starts steps visible to tests of other packages. */
public final class Replay {
    private Replay() {}

    /** Called when a step starts; a receive has its message then. */
    public interface Listener {
        void started(int rank, int step);
    }

    /** Runs a job on a ring of nodes with random costs. */
    public static Outcome run(
            Algorithm algorithm,
            int ranks,
            IntFunction<Shape> shapes,
            Random random,
            Listener listener) {
        LinkCost link = new LinkCost(1000, random.nextInt(1001), random.nextInt(100));
        int ports = random.nextInt(3);
        Injection injection = new Injection(ranks, ports, random.nextInt(2) * 50);
        Torus ring = Torus.of(ranks);
        Network network =
                new TorusNetwork(
                        TorusEmbedding.of(ring), 1, link, random.nextInt(200), link, injection);
        JobSchedules programs = new JobSchedules(algorithm, ranks, shapes);
        StepListener steps = (rank, step, _) -> listener.started(rank, step);
        return new Simulation(programs, network, random.nextInt(2), steps).run();
    }
}
