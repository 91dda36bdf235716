package musubi.simulator.command;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.grid.SiteGraph;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridRouting;
import musubi.simulator.network.LinkCost;
import musubi.simulator.network.Machine;
import musubi.simulator.network.SiteRoutes;

import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The options of the modelled networks. */
final class NetworkOptions {
    @Option(names = "--torus", split = ",", paramLabel = "SHAPE")
    private List<Torus> tori = new ArrayList<>();

    @Option(names = "--physical", paramLabel = "SHAPE")
    private Torus physical;

    @Option(names = "--sites", paramLabel = "SITESxHOSTS")
    private String sites;

    @Option(names = "--grid", paramLabel = "GRAPH")
    private String grid;

    @Option(names = "--relays")
    private boolean relays;

    @Option(names = "--eager", defaultValue = "64K", paramLabel = "BYTES")
    private String eager;

    @Option(names = "--eager-far", defaultValue = "1024G", paramLabel = "BYTES")
    private String eagerFar;

    @Option(names = "--message", defaultValue = "3us", paramLabel = "TIME")
    private String message;

    @Option(names = "--header", defaultValue = "100", paramLabel = "BYTES")
    private int header;

    @Option(names = "--ppn", defaultValue = "1", paramLabel = "N")
    private int ranksPerNode;

    @Option(names = "--latency", defaultValue = "1.73us", paramLabel = "TIME")
    private String latency;

    @Option(names = "--bandwidth", defaultValue = "6.34e9", paramLabel = "RATE")
    private String bandwidth;

    @Option(names = "--overhead", paramLabel = "TIME")
    private String overhead;

    @Option(names = "--hop", defaultValue = "0", paramLabel = "TIME")
    private String hop;

    @Option(names = "--ports", defaultValue = "0", paramLabel = "N")
    private int ports;

    @Option(names = "--injection", paramLabel = "RATE")
    private String injection;

    @Option(names = "--node-latency", defaultValue = "300ns", paramLabel = "TIME")
    private String nodeLatency;

    @Option(names = "--node-bandwidth", defaultValue = "10e9", paramLabel = "RATE")
    private String nodeBandwidth;

    @Option(names = "--link", paramLabel = "A-B:TIME:RATE")
    private List<String> lines = new ArrayList<>();

    @Option(names = "--links", defaultValue = "2ms:1.25e8", paramLabel = "TIME:RATE")
    private String allLines;

    /** The networks of the options. */
    List<Machine> machines() {
        int networks = (tori.isEmpty() ? 0 : 1) + (sites == null ? 0 : 1) + (grid == null ? 0 : 1);
        if (networks != 1) {
            throw new TypeConversionException(
                    "say which network: --torus 16x12x16, --sites 4x16 or --grid"
                            + " 'A:0-1,B:2-3;A-B:4ms:1gbit', one of them");
        }
        if (physical != null && tori.isEmpty()) {
            throw new TypeConversionException("--physical is the torus under --torus, not sites");
        }
        if (ranksPerNode < 1 || ports < 0) {
            throw new TypeConversionException(
                    ("a node has 1 rank or more, and 0 ports (any number) or more: --ppn %s --ports"
                                    + " %s")
                            .formatted(ranksPerNode, ports));
        }
        if (grid != null) {
            return List.of(grid());
        }
        return sites == null ? tori.stream().map(this::torus).toList() : List.of(sites());
    }

    private Machine grid() {
        SiteGraph graph = SiteGraph.parse(grid);
        GridRouting routing = relays ? GridRouting.bySize(graph) : GridRouting.ofNetwork(graph);
        long picos = Math.round(Quantity.seconds(message) * LinkCost.SECOND);
        long near = Quantity.bytes(eager);
        GridCosts costs = new GridCosts(picos, picos, near, Quantity.bytes(eagerFar), header);
        return Machine.grid(graph, ranksPerNode, routing, costs);
    }

    private Machine torus(Torus torus) {
        LinkCost within = cost(nodeLatency, nodeLatency, nodeBandwidth);
        double most = injection == null ? Double.POSITIVE_INFINITY : Quantity.rate(injection);
        Machine.Limits limits = new Machine.Limits(ports, most);
        TorusEmbedding layout =
                physical == null ? TorusEmbedding.of(torus) : new TorusEmbedding(torus, physical);
        return Machine.torus(
                layout, ranksPerNode, neighbour(), Quantity.seconds(hop), within, limits);
    }

    private LinkCost neighbour() {
        return cost(latency, overhead == null ? latency : overhead, bandwidth);
    }

    private static LinkCost cost(String latency, String overhead, String bandwidth) {
        return LinkCost.of(
                Quantity.seconds(latency), Quantity.seconds(overhead), Quantity.rate(bandwidth));
    }

    private Machine sites() {
        List<Integer> extents = Torus.parse(sites).extents();
        if (extents.size() != 2) {
            throw new TypeConversionException(
                    "not sites: " + sites + "; write how many, an x, and the hosts of each: 4x16");
        }
        int count = extents.getFirst();
        SiteRoutes routes =
                lines.isEmpty()
                        ? SiteRoutes.complete(count, longLine(allLines.split(":")))
                        : new SiteRoutes(count, lines.stream().map(this::line).toList());
        return Machine.sites(extents.get(1), neighbour(), routes, ports == 0 ? 1 : ports);
    }

    private SiteRoutes.Line line(String text) {
        String[] words = text.split("[-:]", 3);
        if (words.length < 3 || !(words[0] + words[1]).matches("[0-9]{2,8}")) {
            throw new TypeConversionException(
                    "not a line between two sites: " + text + "; write 0-1:1ms:1.25e9");
        }
        LinkCost cost = longLine(words[2].split(":"));
        return new SiteRoutes.Line(Integer.parseInt(words[0]), Integer.parseInt(words[1]), cost);
    }

    /** A long line has no overhead: the next message follows at once. */
    private static LinkCost longLine(String... words) {
        if (words.length != 2) {
            throw new TypeConversionException(
                    "not the latency and bandwidth of a line: %s; write 1ms:1.25e9"
                            .formatted(Arrays.toString(words)));
        }
        return cost(words[0], "0", words[1]);
    }
}
