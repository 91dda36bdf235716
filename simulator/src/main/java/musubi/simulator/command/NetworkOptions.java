package musubi.simulator.command;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
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
    @Option(
            names = "--torus",
            split = ",",
            paramLabel = "SHAPE",
            description = {
                "Torus of nodes, 16x12x16; an m behind a dimension that does not come round, 4mx4."
                        + " Several with commas: one after the other."
            })
    private List<Torus> tori = new ArrayList<>();

    @Option(
            names = "--physical",
            paramLabel = "SHAPE",
            description =
                    "The torus whose links messages take, when jobs see other shapes of it"
                            + " (--torus): ranks follow each other line by line, to and fro.")
    private Torus physical;

    @Option(
            names = "--sites",
            paramLabel = "SITESxHOSTS",
            description = "Sites of hosts on a switch, one rank each: 4x16.")
    private String sites;

    @Option(
            names = "--ppn",
            defaultValue = "1",
            paramLabel = "N",
            description = "Ranks of each node of a torus (${DEFAULT-VALUE}).")
    private int ranksPerNode;

    @Option(
            names = "--latency",
            defaultValue = "1.73us",
            paramLabel = "TIME",
            description = "L of a message to a neighbour, or within a site (${DEFAULT-VALUE}).")
    private String latency;

    @Option(
            names = "--bandwidth",
            defaultValue = "6.34e9",
            paramLabel = "RATE",
            description = "B of a link, bytes a second (${DEFAULT-VALUE}).")
    private String bandwidth;

    @Option(
            names = "--overhead",
            paramLabel = "TIME",
            description = "The part of L in which nothing else can start (all of it).")
    private String overhead;

    @Option(
            names = "--hop",
            defaultValue = "0",
            paramLabel = "TIME",
            description = "Of each hop of a torus beyond the first (${DEFAULT-VALUE}).")
    private String hop;

    @Option(
            names = "--ports",
            defaultValue = "0",
            paramLabel = "N",
            description = "Messages that a node can send at once (0: one on each link).")
    private int ports;

    @Option(
            names = "--injection",
            paramLabel = "RATE",
            description = "Bytes a second that a node of a torus can send (no limit).")
    private String injection;

    @Option(
            names = "--node-latency",
            defaultValue = "300ns",
            paramLabel = "TIME",
            description = "L between ranks of a node (${DEFAULT-VALUE}).")
    private String nodeLatency;

    @Option(
            names = "--node-bandwidth",
            defaultValue = "10e9",
            paramLabel = "RATE",
            description = "B between ranks of a node (${DEFAULT-VALUE}).")
    private String nodeBandwidth;

    @Option(
            names = "--link",
            paramLabel = "A-B:TIME:RATE",
            description = "Line between two sites, counted from 0: 0-1:1ms:1.25e9. Repeatable.")
    private List<String> lines = new ArrayList<>();

    @Option(
            names = "--links",
            defaultValue = "2ms:1.25e8",
            paramLabel = "TIME:RATE",
            description = "Without --link: the line between any two sites (${DEFAULT-VALUE}).")
    private String allLines;

    /** The networks of the options. */
    List<Machine> machines() {
        if (tori.isEmpty() == (sites == null)) {
            throw new TypeConversionException(
                    "say which network: --torus 16x12x16 or --sites 4x16, not both");
        }
        if (physical != null && sites != null) {
            throw new TypeConversionException("--physical is the torus under --torus, not sites");
        }
        if (ranksPerNode < 1 || ports < 0) {
            throw new TypeConversionException(
                    "a node has 1 rank or more, and 0 ports (any number) or more: --ppn "
                            + ranksPerNode
                            + " --ports "
                            + ports);
        }
        return sites == null ? tori.stream().map(this::torus).toList() : List.of(sites());
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
                    "not the latency and bandwidth of a line: "
                            + Arrays.toString(words)
                            + "; write 1ms:1.25e9");
        }
        return cost(words[0], "0", words[1]);
    }
}
