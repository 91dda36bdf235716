package musubi.grid;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of a {@link SiteGraph}. Latencies are whole nanoseconds and rates whole bits a
 * second, so that a text and its graph have the same values.
 */
final class SiteGraphText {
    private static final int MOST_SITES = 64;
    private static final int MOST_NODES = 1 << 20;
    private static final double NANOS = 1e9;
    private static final double BITS = 8;
    private static final String NODES_ADVICE =
            "name sites and their nodes first, as A:0-1,B:2+4; each node from 0 on once";

    private static final Pattern SITE = Pattern.compile("([A-Za-z][A-Za-z0-9_]*):([0-9+-]+)");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,7})(?:-([0-9]{1,7}))?");
    private static final Pattern LINK = Pattern.compile("(\\w+)([->])(\\w+):(\\w.*):(\\w.*)");
    private static final Pattern RELAY = Pattern.compile("relay(?:@(\\w+))?:(\\w.*)");
    private static final Pattern AMOUNT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([a-z]+)");

    private static final Map<String, Double> TIME_UNITS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);
    private static final Map<String, Double> RATE_UNITS =
            Map.of("bit", 1.0, "kbit", 1e3, "mbit", 1e6, "gbit", 1e9);

    private final String text;
    private SiteMap map;
    private SiteLink[] links;
    private double[] relayS;

    SiteGraphText(String text) {
        this.text = text;
    }

    SiteGraph parse() {
        String[] sections = text.strip().split(";");
        map = sites(sections[0]);
        links = new SiteLink[map.sites() * map.sites()];
        relayS = new double[map.sites()];
        for (String section : Arrays.asList(sections).subList(1, sections.length)) {
            Matcher link = LINK.matcher(section);
            Matcher relay = RELAY.matcher(section);
            if (link.matches()) {
                addLink(link);
            } else if (relay.matches()) {
                addRelay(relay);
            } else {
                throw failure("neither a link nor a relay", "section", section)
                        .advice("write a link as A-B:4ms:1gbit and a relay as relay:50us");
            }
        }
        SiteGraph graph = new SiteGraph(map, links, relayS);
        checkConnected(graph);
        return graph;
    }

    /** The text is only the first section. */
    SiteMap parseMap() {
        return sites(text.strip());
    }

    private SiteMap sites(String section) {
        List<String> names = new ArrayList<>();
        Map<Integer, Integer> siteOf = new TreeMap<>();
        for (String word : section.split(",")) {
            Matcher site = SITE.matcher(word);
            if (!site.matches() || names.contains(site.group(1)) || names.size() == MOST_SITES) {
                throw failure("no new site, or more than " + MOST_SITES, "site", word)
                        .advice(NODES_ADVICE);
            }
            names.add(site.group(1));
            for (String range : site.group(2).split("\\+")) {
                addNodes(range, names.size() - 1, siteOf);
            }
        }
        for (int node = 0; node < siteOf.size(); node++) {
            if (!siteOf.containsKey(node)) {
                throw failure("a node is on no site", "node", node).advice(NODES_ADVICE);
            }
        }
        return SiteMap.of(names, siteOf.values().stream().mapToInt(Integer::intValue).toArray());
    }

    private void addNodes(String range, int site, Map<Integer, Integer> siteOf) {
        Matcher ends = RANGE.matcher(range);
        int from = ends.matches() ? Integer.parseInt(ends.group(1)) : 0;
        String last = ends.matches() ? ends.group(2) : null;
        int to = last == null ? from : Integer.parseInt(last);
        if (!ends.matches() || to < from || to >= MOST_NODES) {
            throw failure("no range of nodes", "nodes", range).advice(NODES_ADVICE);
        }
        for (int node = from; node <= to; node++) {
            if (siteOf.put(node, site) != null) {
                throw failure("a node is named twice", "node", node).advice(NODES_ADVICE);
            }
        }
    }

    private void addLink(Matcher link) {
        int from = site(link.group(1));
        int to = site(link.group(3));
        double latencyS = amount("latency", link.group(4), TIME_UNITS) / NANOS;
        double bytesPerS = amount("rate", link.group(5), RATE_UNITS) / BITS;
        if (bytesPerS == 0) {
            throw failure("a link without bandwidth", "rate", link.group(5))
                    .advice("leave links out that do not exist");
        }
        SiteLink one = new SiteLink(latencyS, bytesPerS);
        links[from * map.sites() + to] = one;
        if ("-".equals(link.group(2))) {
            links[to * map.sites() + from] = one;
        }
    }

    private void addRelay(Matcher relay) {
        double seconds = amount("relay", relay.group(2), TIME_UNITS) / NANOS;
        if (relay.group(1) == null) {
            Arrays.fill(relayS, seconds);
        } else {
            relayS[site(relay.group(1))] = seconds;
        }
    }

    private int site(String name) {
        int site = map.find(name);
        if (site < 0) {
            throw failure("no such site", "site", name).advice(NODES_ADVICE);
        }
        return site;
    }

    /** A whole number of the unit 1. */
    private double amount(String what, String value, Map<String, Double> units) {
        Matcher amount = AMOUNT.matcher(value);
        Double unit = amount.matches() ? units.get(amount.group(2)) : null;
        if (unit == null) {
            throw failure("no amount with a unit", what, value)
                    .advice("use a number and one of " + units.keySet().stream().sorted().toList());
        }
        return Math.rint(Double.parseDouble(amount.group(1)) * unit);
    }

    private void checkConnected(SiteGraph graph) {
        for (int from = 0; from < map.sites(); from++) {
            boolean[] reached = graph.reachedFrom(from);
            for (int to = 0; to < map.sites(); to++) {
                if (!reached[to]) {
                    throw failure("no way between two sites", "from", map.name(from))
                            .with("to", map.name(to))
                            .advice("name links that connect all sites, as A-B:4ms:1gbit");
                }
            }
        }
    }

    private MpiFailure failure(String what, String name, Object value) {
        return new MpiFailure(ErrorClass.ARG, "no graph of sites, " + what)
                .with("musubi.grid", text, name, value);
    }

    static String of(SiteGraph graph) {
        SiteMap map = graph.map();
        StringJoiner sites = new StringJoiner(",");
        for (int site = 0; site < map.sites(); site++) {
            sites.add(map.name(site) + ":" + nodes(map, site));
        }
        StringJoiner sections = new StringJoiner(";").add(sites.toString());
        for (int from = 0; from < map.sites(); from++) {
            for (int to = 0; to < map.sites(); to++) {
                SiteLink link = graph.link(from, to);
                if (link != null) {
                    sections.add(map.name(from) + ">" + map.name(to) + ":" + text(link));
                }
            }
        }
        for (int site = 0; site < map.sites(); site++) {
            sections.add("relay@" + map.name(site) + ":" + nanos(graph.relayS(site)));
        }
        return sections.toString();
    }

    private static String nodes(SiteMap map, int site) {
        StringJoiner ranges = new StringJoiner("+");
        for (int node = 0; node < map.nodes(); node++) {
            int from = node;
            while (node < map.nodes() && map.siteOf(node) == site) {
                node++;
            }
            if (node > from) {
                ranges.add(node - 1 == from ? "" + from : from + "-" + (node - 1));
            }
        }
        return ranges.toString();
    }

    private static String text(SiteLink link) {
        return nanos(link.latencyS()) + ":" + Math.round(link.bytesPerS() * BITS) + "bit";
    }

    private static String nanos(double seconds) {
        return Math.round(seconds * NANOS) + "ns";
    }
}
