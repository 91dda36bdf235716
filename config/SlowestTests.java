import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * Writes docs/slowest-tests.md from Surefire's reports of the last {@code mvn verify}.
 *
 * <p>Usage, in the project's folder: {@code java config/SlowestTests.java}
 */
final class SlowestTests {
    private static final int SHOWN = 30;
    private static final Path PAGE = Path.of("docs/slowest-tests.md");
    private static final String HEAD =
            """
            # The slowest tests

            Wall-clock seconds of one run of all tests on two cores, where other tests run at the
            same time. `java config/SlowestTests.java` writes this page from the reports in
            `*/target/surefire-reports`.

            """;

    /** A test method, with all its invocations if it has parameters. */
    private record Test(String module, String name, double seconds) {}

    public static void main(String[] args) throws Exception {
        List<Test> all = new ArrayList<>();
        try (DirectoryStream<Path> reports =
                Files.newDirectoryStream(Path.of("."), path -> Files.isDirectory(folder(path)))) {
            for (Path module : reports) {
                read(module, all);
            }
        }
        Files.writeString(PAGE, HEAD + modules(all) + "\n" + slowest(all));
    }

    private static Path folder(Path module) {
        return module.resolve("target/surefire-reports");
    }

    private static void read(Path module, List<Test> all)
            throws IOException, ParserConfigurationException, SAXException {
        TreeMap<String, Double> seconds = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(module), "TEST-*.xml")) {
            for (Path file : files) {
                NodeList cases =
                        DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(file.toFile())
                                .getElementsByTagName("testcase");
                for (int i = 0; i < cases.getLength(); i++) {
                    Element test = (Element) cases.item(i);
                    seconds.merge(name(test), time(test), Double::sum);
                }
            }
        }
        String name = module.getFileName().toString();
        seconds.forEach((test, time) -> all.add(new Test(name, test, time)));
    }

    /** Class and method, without packages and parameters. */
    private static String name(Element test) {
        String type = test.getAttribute("classname").replaceAll(".*\\.", "");
        String method = test.getAttribute("name").replaceAll("[({\\[].*", "").strip();
        return method.startsWith("should") || method.matches("\\w+") ? type + "." + method : type;
    }

    private static double time(Element test) {
        return Double.parseDouble(test.getAttribute("time").replace(",", ""));
    }

    private static String modules(List<Test> all) {
        TreeMap<String, double[]> sums = new TreeMap<>();
        for (Test test : all) {
            double[] sum = sums.computeIfAbsent(test.module, _ -> new double[2]);
            sum[0]++;
            sum[1] += test.seconds;
        }
        StringBuilder text = new StringBuilder("| Module | Tests | Seconds |\n|---|---:|---:|\n");
        sums.forEach(
                (module, sum) ->
                        text.append(
                                String.format(
                                        Locale.ROOT,
                                        "| %s | %.0f | %.0f |%n",
                                        module,
                                        sum[0],
                                        sum[1])));
        return text.toString();
    }

    private static String slowest(List<Test> all) {
        StringBuilder text = new StringBuilder("| Seconds | Module | Test |\n|---:|---|---|\n");
        all.stream()
                .sorted(Comparator.comparingDouble(Test::seconds).reversed())
                .limit(SHOWN)
                .forEach(
                        test ->
                                text.append(
                                        String.format(
                                                Locale.ROOT,
                                                "| %.1f | %s | %s |%n",
                                                test.seconds,
                                                test.module,
                                                test.name)));
        return text.toString();
    }
}
