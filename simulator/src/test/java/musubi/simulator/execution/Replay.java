package musubi.simulator.execution;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridNetwork;
import musubi.simulator.network.GridRoute;
import musubi.simulator.network.GridRouting;
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

    /** Runs a job on a ring of nodes, or on sites with relays, with random costs. */
    public static Outcome run(
            Algorithm algorithm,
            int ranks,
            IntFunction<Shape> shapes,
            Random random,
            Listener listener) {
        Network network = random.nextBoolean() ? ring(ranks, random) : grid(ranks, random);
        JobSchedules programs = new JobSchedules(algorithm, ranks, shapes);
        StepListener steps = (rank, step, _) -> listener.started(rank, step);
        return new Simulation(programs, network, random.nextInt(2), steps).run();
    }

    private static Network ring(int ranks, Random random) {
        LinkCost link = new LinkCost(1000, random.nextInt(1001), random.nextInt(100));
        int ports = random.nextInt(3);
        Injection injection = new Injection(ranks, ports, random.nextInt(2) * 50);
        Torus ring = Torus.of(ranks);
        return new TorusNetwork(
                TorusEmbedding.of(ring), 1, link, random.nextInt(200), link, injection);
    }

    /**
     * A ring of sites with a node each, whose messages take relays if they have 2 bytes or more.
     */
    private static Network grid(int ranks, Random random) {
        StringBuilder text = new StringBuilder("S0:0");
        for (int site = 1; site < ranks; site++) {
            text.append(",S%1$d:%1$d".formatted(site));
        }
        for (int site = 0; site < ranks; site++) {
            int next = (site + 1) % ranks;
            text.append(";S%d-S%d:%dns:1gbit".formatted(site, next, random.nextInt(1000)));
        }
        SiteGraph graph = SiteGraph.parse(text + ";relay:10ns");
        RoutePlanner planner = new RoutePlanner(graph);
        GridRouting network = GridRouting.ofNetwork(graph);
        int chunk = random.nextInt(10);
        GridRouting routing =
                (from, to, bytes) ->
                        bytes < 2
                                ? network.route(from, to, bytes)
                                : new GridRoute(
                                        planner.best(from, to, 0).sites(),
                                        GridRoute.Forwarding.RELAYS,
                                        chunk);
        GridCosts costs = new GridCosts(random.nextInt(9), random.nextInt(9), 20, 20, 5);
        return new GridNetwork(graph, 1, routing, costs);
    }
}
