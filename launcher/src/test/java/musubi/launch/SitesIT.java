package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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

    private static final String NUMBERS = "[0-9]+\\.[0-9]{3} ms, [0-9]+ Mbit/s";

    @Override
    List<String> mode() {
        return List.of("--launcher", "fork", "--host", "a:2,b,c,d");
    }

    private MpiexecRun.Result sum(String... options) throws Exception {
        write("Sum.java", SUM);
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of(MpiexecRun.CHEAP_COMPILER, "Sum.java"));
        MpiexecRun.Result result = runHere(words.toArray(String[]::new)).exitedWith(0);
        assertEquals(List.of("sum 10"), result.lines());
        return result;
    }

    private static List<String> about(MpiexecRun.Result result, String what) {
        return result.err()
                .lines()
                .filter(line -> line.startsWith("musubi: rank 0: " + what))
                .toList();
    }

    @Test
    void shouldMeasureTheLinksBetweenSites() throws Exception {
        MpiexecRun.Result result = sum("--sites", "A=a,c;B=b;C=d", "--explain");
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
    }

    @Test
    void shouldMeasureInOneJvm() throws Exception {
        assertEquals(
                1, about(sum("--pvas", "--sites", "A=a,c;B=b,d", "--explain"), "link ").size());
    }

    @Test
    void shouldFindSites() throws Exception {
        assertFalse(about(sum("--sites", "find", "--explain"), "site ").isEmpty());
    }

    @Test
    void shouldFailWhenTheGridIsNotOne() throws Exception {
        write("Sum.java", SUM);
        runHere("-x", "MUSUBI_GRID=A:0-1", MpiexecRun.CHEAP_COMPILER, "Sum.java")
                .said("a node of the job is on no site: node=2 nodes on sites=2");
    }
}
