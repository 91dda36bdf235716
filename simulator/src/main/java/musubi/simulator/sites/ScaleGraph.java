package musubi.simulator.sites;

import musubi.grid.SiteGraph;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridRouting;
import musubi.simulator.network.Machine;

import java.util.Random;
import java.util.function.IntUnaryOperator;

/** Graphs of many sites with links of 1 Gbit/s, and relays that cost 100 us. */
enum ScaleGraph {
    /** A link of 1 to 20 ms between any two sites. */
    MESH("full mesh") {
        @Override
        void addLinks(StringBuilder text, int sites, Random random) {
            for (int from = 0; from < sites; from++) {
                for (int to = from + 1; to < sites; to++) {
                    addLink(text, from, to, 1000 + random.nextInt(19_001));
                }
            }
        }
    },
    /** Links of 1 to 20 ms around a ring. */
    RING("ring") {
        @Override
        void addLinks(StringBuilder text, int sites, Random random) {
            for (int site = 0; site < sites; site++) {
                addLink(text, site, (site + 1) % sites, 1000 + random.nextInt(19_001));
            }
        }
    },
    /** Two binary trees with links of 1 to 5 ms, whose roots are 50 ms apart. */
    CONTINENTS("two continents") {
        @Override
        void addLinks(StringBuilder text, int sites, Random random) {
            int half = sites / 2;
            addLink(text, 0, half, 50_000);
            IntUnaryOperator parent = place -> (place - 1) / 2;
            for (int place = 1; place < half; place++) {
                addLink(text, place, parent.applyAsInt(place), 1000 + random.nextInt(4001));
            }
            for (int place = 1; place < sites - half; place++) {
                int up = half + parent.applyAsInt(place);
                addLink(text, half + place, up, 1000 + random.nextInt(4001));
            }
        }
    };

    private static final long SEED = 2003;

    /** In headings. */
    final String title;

    ScaleGraph(String title) {
        this.title = title;
    }

    abstract void addLinks(StringBuilder text, int sites, Random random);

    private static void addLink(StringBuilder text, int from, int to, int micros) {
        text.append(";S%d-S%d:%dus:1gbit".formatted(from, to, micros));
    }

    /** A machine of such a graph, with a rank on each node and without relays. */
    Machine machine(int sites, int nodes) {
        SiteGraph graph = of(sites, nodes);
        return Machine.grid(graph, 1, GridRouting.ofNetwork(graph), GridCosts.TCP);
    }

    /** The graph of some sites with equally many nodes; always the same. */
    SiteGraph of(int sites, int nodes) {
        StringBuilder text = new StringBuilder();
        for (int site = 0; site < sites; site++) {
            int first = site * nodes / sites;
            int last = (site + 1) * nodes / sites - 1;
            text.append(site == 0 ? "" : ",").append("S%d:%d-%d".formatted(site, first, last));
        }
        addLinks(text, sites, new Random(SEED));
        return SiteGraph.parse(text.append(";relay:100us").toString());
    }
}
