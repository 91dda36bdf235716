package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Jobs on several sites, whose node proxies all run on this machine. */
class SitesIT extends ProgramsInFolder {
    private static final String SUM =
            """
            import mpi.MPI;

            class Sum {
                public static void main(String[] words) {
                    MPI.Init(words);
                    int[] sum = {MPI.COMM_WORLD.getRank()};
                    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    if (MPI.COMM_WORLD.getRank() == 0) {
                        System.out.println("sum " + sum[0]);
                    }
                    MPI.Finalize();
                }
            }
            """;

    private static final String CHEAP_COMPILER = MpiexecRun.CHEAP_COMPILER;
    private static final String NUMBERS = "[0-9]+\\.[0-9]{3} ms, [0-9]+ Mbit/s";

    @Override
    List<String> mode() {
        return List.of("--launcher", "fork");
    }

    private MpiexecRun.Result sum(int expected, String... options) throws Exception {
        write("Sum.java", SUM);
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of(CHEAP_COMPILER, "Sum.java"));
        MpiexecRun.Result result = runHere(words.toArray(String[]::new)).exitedWith(0);
        assertEquals(List.of("sum " + expected), result.lines());
        return result;
    }

    private static List<String> about(MpiexecRun.Result result, String what) {
        return result.err()
                .lines()
                .filter(line -> line.startsWith("musubi: rank 0: " + what))
                .toList();
    }

    @Test
    void shouldMeasureTheLinksBetweenSitesAndDisplayThem() throws Exception {
        List<String> words = new ArrayList<>(List.of("--host", "a:2,b,c,d", "--sites"));
        words.addAll(List.of("A=a,c;B=b;C=d", "--explain", "--display-topology=sites.svg"));
        MpiexecRun.Result result = sum(10, words.toArray(String[]::new));
        List<String> sites = about(result, "site ");
        assertEquals(3, sites.size(), result::err);
        assertTrue(
                sites.getFirst()
                        .matches("musubi: rank 0: site A: nodes 0 2; " + NUMBERS + " within"),
                sites::toString);
        List<String> links = about(result, "link ");
        assertEquals(3, links.size(), result::err);
        for (int i = 0; i < 3; i++) {
            String name = List.of("A-B", "A-C", "B-C").get(i);
            assertTrue(
                    links.get(i).matches("musubi: rank 0: link " + name + ": " + NUMBERS),
                    links::toString);
        }
        assertFalse(result.err().contains(": 0 Mbit/s"), result::err);
        assertTopologyIsDisplayed(result);
    }

    private void assertTopologyIsDisplayed(MpiexecRun.Result result) throws Exception {
        List<String> rows = about(result, "");
        String figures = " +[0-9.]+ ms  +[0-9]+ Mbit/s";
        for (String row :
                List.of(
                        "SITE  LATENCY.*",
                        "A   " + figures + " +0-1, 3 +a c",
                        "C   " + figures + " +4 +d",
                        "LINK  LATENCY.*",
                        "A-B" + figures,
                        "B-C" + figures,
                        "ROUTE .*",
                        "picture of the topology: .*/sites.svg")) {
            assertTrue(
                    rows.stream().anyMatch(line -> line.matches("musubi: rank 0: " + row)),
                    () -> row + " is not in\n" + result.err());
        }
        String svg = Files.readString(directory.resolve("sites.svg"));
        assertTrue(svg.startsWith("<svg ") && svg.endsWith("</svg>\n"), svg);
    }

    @Test
    void shouldMeasureInOneJvm() throws Exception {
        MpiexecRun.Result result =
                sum(3, "--pvas", "--host", "a:2,b", "--sites", "A=a;B=b", "--explain");
        assertEquals(1, about(result, "link ").size());
    }

    @Test
    void shouldRejectTheTopologyWhenTheFileIsNoPicture() throws Exception {
        write("Sum.java", SUM);
        runHere("--display-topology=sites.png", "Sum.java")
                .said("not the name of an SVG file: --display-topology=sites.png");
        runHere("--display-topology=missing/sites.svg", "Sum.java")
                .said("no directory for the picture");
    }

    @Test
    void shouldCountMessagesBySiteAndFindSites() throws Exception {
        write(
                "Counts.java",
                """
                import mpi.MPI;
                import musubi.observe.PerformanceVariables;

                class Counts {
                    public static void main(String[] words) {
                        MPI.Init(words);
                        int rank = MPI.COMM_WORLD.getRank();
                        byte[] data = new byte[1000];
                        if (rank == 0) {
                            MPI.COMM_WORLD.send(data, 1000, MPI.BYTE, 1, 1);
                            var counters = (PerformanceVariables)
                                    MPI.COMM_WORLD.getAttr(PerformanceVariables.KEYVAL);
                            counters.snapshot().forEach((name, value) -> {
                                boolean isSent = name.startsWith("sent.bytes.eager.");
                                if (name.startsWith("grid.") || isSent && value >= 1000) {
                                    System.out.println(name + " " + (value > 0));
                                }
                            });
                        } else if (rank == 1) {
                            MPI.COMM_WORLD.recv(data, 1000, MPI.BYTE, 0, 1);
                        }
                        MPI.Finalize();
                    }
                }
                """);
        for (String sites : List.of("A=a;B=b;C=c", "find")) {
            String[] words = {
                "--host", "a,b,c", "--sites", sites, "--explain", CHEAP_COMPILER, "Counts.java"
            };
            MpiexecRun.Result result = runHere(words).exitedWith(0);
            assertFalse(about(result, "site ").isEmpty(), result::err);
            boolean isNamed = sites.startsWith("A");
            assertEquals(
                    isNamed,
                    result.lines().contains("sent.bytes.eager.tcp.site.B true"),
                    result::out);
            assertEquals(isNamed, result.lines().contains("grid.site.A true"), result::out);
            assertEquals(
                    isNamed, result.lines().contains("grid.latency.current.C true"), result::out);
        }
    }

    @Test
    void shouldFailWhenTheGridIsNotOne() throws Exception {
        write("Sum.java", SUM);
        runHere("--host", "a,b", "-x", "MUSUBI_GRID=A:0", CHEAP_COMPILER, "Sum.java")
                .said("a node of the job is on no site: node=1 nodes on sites=1");
    }
}
