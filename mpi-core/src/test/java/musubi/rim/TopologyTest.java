package musubi.rim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.local.SingletonBootstrap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** The table and the picture of the four sites of Fig. 4 of the paper, and of others. */
class TopologyTest {
    private static final String FOUR =
            "A:0-1,B:2,C:3,D:4;A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit;C-D:2ms:100mbit;"
                    + "relay:100us";
    private static final int PER_NODE = 2;

    /** A job with two ranks a node. */
    private static Bootstrap job(int nodes) {
        Bootstrap one = new SingletonBootstrap();
        int[] nodeOf = IntStream.range(0, PER_NODE * nodes).map(rank -> rank / PER_NODE).toArray();
        return (Bootstrap)
                Proxy.newProxyInstance(
                        Bootstrap.class.getClassLoader(),
                        new Class<?>[] {Bootstrap.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("nodes")) {
                                return nodeOf.clone();
                            }
                            try {
                                return method.invoke(one, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static List<String> show(String grid, int nodes, Map<String, String> settings) {
        List<String> lines = new ArrayList<>();
        TopologyDisplay.show(new JobGrid(grid), job(nodes), settings::get, lines::add);
        return lines;
    }

    @Test
    void shouldHaveSitesLinksAndRoutesWhenPrinted() {
        Map<String, String> settings = Map.of("grid.display", "table", "grid.hosts", "a0,a1,b0,c0");
        List<String> lines = show(FOUR, 5, settings);
        assertEquals("SITE  LATENCY   BANDWIDTH     RANKS  HOSTS", lines.get(0));
        assertEquals("A     0.030 ms  10000 Mbit/s  0-3    a0 a1", lines.get(1));
        assertEquals("D     0.030 ms  10000 Mbit/s  8-9    node 4", lines.get(4));
        assertEquals("LINK  LATENCY   BANDWIDTH", lines.get(5));
        assertEquals("A-B   1.000 ms  10000 Mbit/s", lines.get(6));
        assertEquals("C-D   2.000 ms  100 Mbit/s", lines.get(9));
        assertEquals("ROUTE  BY SIZE, IF THE JOB HAD RELAYS (others: direct)", lines.get(10));
        String last = lines.getLast();
        assertTrue(last.startsWith("C-D    direct up to "), last);
        assertTrue(last.contains(" KiB, then C-A-B-D in chunks of "), last);
    }

    @Test
    void shouldListBothDirectionsWhenALinkDiffers() {
        List<String> lines =
                show(
                        "A:0,B:1;A>B:1ms:1gbit;B>A:9ms:1mbit",
                        2,
                        Map.of("grid.display", "table", "grid.hosts", "x,y"));
        assertTrue(lines.contains("A>B   1.000 ms  1000 Mbit/s"), lines::toString);
        assertTrue(lines.contains("B>A   9.000 ms  1 Mbit/s"), lines::toString);
        assertEquals("ROUTE  (all direct, at all sizes)", lines.getLast());
    }

    @Test
    void shouldHaveTheHostsWhenThereIsOneSite() {
        List<String> lines = show("auto", 2, Map.of("grid.display", "table", "grid.hosts", "x,y"));
        assertEquals(
                List.of(
                        "SITE  LATENCY   BANDWIDTH     RANKS  HOSTS",
                        "all   0.030 ms  10000 Mbit/s  0-3    x y"),
                lines);
    }

    private static Document parsed(String svg)
            throws ParserConfigurationException, IOException, SAXException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)));
    }

    /** The texts of the elements of a class. */
    private static List<String> texts(Document svg, String name, String ofClass) {
        List<String> texts = new ArrayList<>();
        NodeList all = svg.getElementsByTagName(name);
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (element.getAttribute("class").equals(ofClass)) {
                texts.add(element.getTextContent());
            }
        }
        return texts;
    }

    private static void assertInside(Document svg) {
        Element root = svg.getDocumentElement();
        double width = Double.parseDouble(root.getAttribute("width"));
        double height = Double.parseDouble(root.getAttribute("height"));
        NodeList all = svg.getElementsByTagName("text");
        for (int i = 0; i < all.getLength(); i++) {
            Element text = (Element) all.item(i);
            double x = Double.parseDouble(text.getAttribute("x"));
            double y = Double.parseDouble(text.getAttribute("y"));
            assertTrue(x > 0 && x < width && y > 0 && y < height, text::getTextContent);
        }
    }

    @Test
    void shouldDrawSitesLinksAndWaysWhenAFileIsNamed(@TempDir Path directory)
            throws ParserConfigurationException, IOException, SAXException {
        Path file = directory.resolve("sites.svg");
        Map<String, String> settings =
                Map.of("grid.display", file.toString(), "grid.hosts", "a0,a1,b0,c0,<d&0>");
        List<String> lines = show(FOUR, 5, settings);
        assertEquals("picture of the topology: " + file, lines.getLast());
        Document svg = parsed(Files.readString(file));
        assertEquals("svg", svg.getDocumentElement().getTagName());
        List<String> sites = texts(svg, "g", "site");
        assertEquals(4, sites.size());
        assertTrue(sites.get(0).startsWith("A: hosts a0 a1; ranks 0-3"), sites::toString);
        assertTrue(sites.get(3).startsWith("D: hosts <d&0>; ranks 8-9"), sites::toString);
        assertTrue(sites.get(0).contains("2 hosts, 4 ranks"), sites::toString);
        assertEquals(
                List.of(
                        "A-B: 1.000 ms, 10000 Mbit/s",
                        "A-C: 0.500 ms, 1000 Mbit/s",
                        "B-D: 0.500 ms, 1000 Mbit/s",
                        "C-D: 2.000 ms, 100 Mbit/s"),
                texts(svg, "g", "link"));
        assertEquals(
                List.of("1.000 ms", "0.500 ms", "0.500 ms", "2.000 ms"),
                texts(svg, "text", "link-latency"));
        assertEquals(4, texts(svg, "text", "link-bandwidth").size());
        assertEquals(3, texts(svg, "polyline", "way").size(), "A-B-D, B-A-C and C-A-B-D");
        List<String> routes = texts(svg, "text", "route");
        assertEquals(4, routes.size());
        assertTrue(routes.get(1).startsWith("A-D: A-B-D in chunks of "), routes::toString);
        assertTrue(routes.get(3).startsWith("C-D: direct up to "), routes::toString);
        assertInside(svg);
    }

    @Test
    void shouldDrawManySitesWithoutLabelsOfLinks()
            throws ParserConfigurationException, IOException, SAXException {
        int sites = 64;
        List<String> parts = new ArrayList<>();
        List<String> links = new ArrayList<>();
        for (int site = 0; site < sites; site++) {
            parts.add("Site" + site + ":" + site);
            links.add("Site" + site + "-Site" + (site + 1) % sites + ":1ms:1gbit");
        }
        String text = String.join(",", parts) + ";" + String.join(";", links);
        Topology topology = new JobGrid(text).topology(job(sites), null);
        Document svg = parsed(new TopologyPicture(topology).text());
        assertEquals(sites, texts(svg, "g", "site").size());
        assertEquals(sites, texts(svg, "g", "link").size());
        assertEquals(List.of(), texts(svg, "text", "link-latency"));
        assertEquals(
                List.of("Routes: (not planned for more than 16 sites)"),
                texts(svg, "text", "route"));
        assertInside(svg);
    }

    @Test
    void shouldGoOnWhenThePictureCannotBeWritten(@TempDir Path directory) {
        Path file = directory.resolve("missing/sites.svg");
        List<String> lines = show(FOUR, 5, Map.of("grid.display", file.toString()));
        assertTrue(lines.getLast().startsWith("no picture of the topology: file=" + file));
        assertFalse(Files.exists(file));
        assertTrue(lines.get(1).endsWith("node 0 node 1"), lines::toString);
    }
}
