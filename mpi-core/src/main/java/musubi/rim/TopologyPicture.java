package musubi.rim;

import musubi.rim.Topology.Link;
import musubi.rim.Topology.Site;
import musubi.route.RouteReport;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Draws a {@link Topology} as SVG: sites on a circle, links as lines with latency and bandwidth,
 * wider ones thicker; below it the routes by size, in the colours in which their relayed ways are
 * drawn. With many sites the figures of links are tool tips only.
 */
final class TopologyPicture {
    private static final int MOST_LABELLED_SITES = 10;
    private static final int LEAST_RADIUS = 150;
    private static final int RADIUS_PER_SITE = 22;
    private static final int SITE_RADIUS = 26;
    private static final int MARGIN_X = 150;
    private static final int MARGIN_Y = 60;
    private static final int LINE_HEIGHT = 18;
    private static final int LABEL_HEIGHT = 12;
    private static final int MOST_SHOWN_HOSTS = 16;

    /** Ways are drawn beside the links that they take. */
    private static final int WAY_OFFSET = 8;

    /** Of the offset to the right; no link has this direction exactly. */
    private static final double WAY_OFFSET_DOWN = 0.4;

    /** Where labels of links are: not in the middle, where links cross. */
    private static final double LABEL_AT = 0.36;

    private static final List<String> COLOURS =
            List.of("#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#9d755d");

    private final Topology topology;
    private final int radius;
    private final int width;
    private final StringBuilder svg = new StringBuilder();

    /** A picture. */
    TopologyPicture(Topology topology) {
        this.topology = topology;
        radius = Math.max(LEAST_RADIUS, RADIUS_PER_SITE * topology.sites().size());
        width = 2 * (radius + MARGIN_X);
    }

    /** The picture as a document. */
    String text() {
        int graphHeight = 2 * (radius + MARGIN_Y);
        int height = graphHeight + LINE_HEIGHT * (topology.routes().size() + 2);
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"", width, height);
        add(" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\"", width, height);
        add(" font-size=\"12\" text-anchor=\"middle\">\n");
        add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
        topology.links().forEach(this::drawLink);
        for (int i = 0; i < topology.routes().size(); i++) {
            drawWays(topology.routes().get(i), i);
        }
        if (topology.sites().size() <= MOST_LABELLED_SITES) {
            topology.links().forEach(this::labelLink);
        }
        for (int site = 0; site < topology.sites().size(); site++) {
            drawSite(site);
        }
        drawRoutes(graphHeight);
        return svg.append("</svg>\n").toString();
    }

    private void add(String form, Object... values) {
        svg.append(String.format(Locale.ROOT, form, values));
    }

    private double angle(int site) {
        return 2 * Math.PI * site / topology.sites().size() - Math.PI / 2;
    }

    private double x(int site) {
        boolean isAlone = topology.sites().size() == 1;
        return width / 2.0 + (isAlone ? 0 : radius * Math.cos(angle(site)));
    }

    private double y(int site) {
        boolean isAlone = topology.sites().size() == 1;
        return radius + MARGIN_Y + (isAlone ? 0 : radius * Math.sin(angle(site)));
    }

    private void drawLink(Link link) {
        double thickness = Math.clamp(Math.log10(link.link().bytesPerS()) - 5, 1, 6);
        add("<g class=\"link\"><title>%s</title>", escaped(description(link)));
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"",
                x(link.from()), y(link.from()), x(link.to()), y(link.to()));
        add(" stroke=\"#4c78a8\" stroke-opacity=\"0.5\" stroke-width=\"%.1f\"/></g>\n", thickness);
    }

    private String description(Link link) {
        return topology.ends(link)
                + ": "
                + Topology.latency(link.link())
                + ", "
                + Topology.bandwidth(link.link());
    }

    private void labelLink(Link link) {
        double x = x(link.from()) + LABEL_AT * (x(link.to()) - x(link.from()));
        double y = y(link.from()) + LABEL_AT * (y(link.to()) - y(link.from()));
        label("link-latency", x, y, Topology.latency(link.link()));
        label("link-bandwidth", x, y + LABEL_HEIGHT, Topology.bandwidth(link.link()));
    }

    /** A text on a white border, so that lines below it do not disturb. */
    private void label(String kind, double x, double y, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" font-size=\"11\"", kind, x, y);
        add(
                " stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">%s</text>\n",
                escaped(text));
    }

    private void drawSite(int site) {
        Site shown = topology.sites().get(site);
        add("<g class=\"site\"><title>%s</title>", escaped(details(shown)));
        add(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"#eef3f8\" stroke=\"#4c78a8\"/>",
                x(site), y(site), SITE_RADIUS);
        add("<text x=\"%.1f\" y=\"%.1f\"", x(site), y(site) + 4);
        add(" font-weight=\"bold\">%s</text>", escaped(shortened(shown.name())));
        boolean isAbove = y(site) < radius + MARGIN_Y - 1;
        double below = isAbove ? -SITE_RADIUS - 18 : SITE_RADIUS + 14;
        String counts =
                amount(shown.hosts().size(), "host") + ", " + amount(shown.ranks().size(), "rank");
        label("site-size", x(site), y(site) + below, counts);
        String within =
                Topology.latency(shown.within()) + ", " + Topology.bandwidth(shown.within());
        label("site-network", x(site), y(site) + below + LABEL_HEIGHT, within);
        add("</g>\n");
    }

    private static String amount(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String details(Site site) {
        String hosts =
                site.hosts().stream().limit(MOST_SHOWN_HOSTS).collect(Collectors.joining(" "));
        String more = site.hosts().size() > MOST_SHOWN_HOSTS ? " ..." : "";
        return site.name() + ": hosts " + hosts + more + "; ranks " + site.rankRanges();
    }

    private static String shortened(String name) {
        return name.length() <= 8 ? name : name.substring(0, 7) + "\u2026";
    }

    private static String colour(int route) {
        return COLOURS.get(route % COLOURS.size());
    }

    private void drawWays(RouteReport.Relayed route, int number) {
        double offset = WAY_OFFSET + 3.0 * (number / 2) * (number % 2 == 0 ? 1 : -1);
        for (List<Integer> path : route.paths()) {
            if (path.size() > 2) {
                String points =
                        path.stream()
                                .map(
                                        site ->
                                                point(
                                                        x(site) + offset,
                                                        y(site) + WAY_OFFSET_DOWN * offset))
                                .collect(Collectors.joining(" "));
                add("<polyline class=\"way\" points=\"%s\" fill=\"none\"", points);
                add(" stroke=\"%s\" stroke-width=\"2\"", colour(number));
                add(" stroke-dasharray=\"6 3\"/>\n");
            }
        }
    }

    private static String point(double x, double y) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
    }

    private void drawRoutes(int top) {
        int y = top + LINE_HEIGHT;
        line(y, "#333", "Routes: " + TopologyTable.title(topology).toLowerCase(Locale.ROOT));
        for (int i = 0; i < topology.routes().size(); i++) {
            RouteReport.Relayed route = topology.routes().get(i);
            y += LINE_HEIGHT;
            line(y, colour(i), route.ends() + ": " + route.text());
        }
    }

    private void line(int y, String colour, String text) {
        add("<text class=\"route\" x=\"12\" y=\"%d\" text-anchor=\"start\"", y);
        add(" fill=\"%s\">%s</text>\n", colour, escaped(text));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
