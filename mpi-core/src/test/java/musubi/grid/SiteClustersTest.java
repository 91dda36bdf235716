package musubi.grid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class SiteClustersTest {
    private static List<String> clusters(String text) {
        return SiteClusters.of(SiteGraph.parse(text)).stream().map(Arrays::toString).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A:0,B:1,C:2;A-B:1ms:1gbit;B-C:50ms:1gbit | [[0, 0, 1]]",
                "A:0,B:1,C:2;A-C:1ms:1gbit;C-B:50ms:1gbit | [[0, 1, 0]]",
                "A:0,B:1,C:2,D:3;A-B:1ms:1gbit;C-D:1ms:1gbit;B-C:10ms:1gbit | [[0, 0, 1, 1]]",
                "A:0,B:1,C:2,D:3;A-B:1ms:1gbit;C-D:1ms:1gbit;B-C:9ms:1gbit | []",
                "A:0,B:1,C:2;A-B:1ms:1gbit;B-C:10ms:1gbit;A-C:2ms:1gbit | []",
                "A:0,B:1,C:2;A>B:1ms:1gbit;B>A:60ms:1gbit;B-C:60ms:1gbit | []",
                "A:0,B:1;A-B:50ms:1gbit | []",
                "A:0-1 | []"
            })
    void shouldJoinSitesWhenTheRestIsTenTimesAsFar(String text, String expected) {
        assertEquals(expected, clusters(text).toString());
    }

    @Test
    void shouldNestLevelsWhenThereAreSeveralGaps() {
        String text =
                "A:0,B:1,C:2,D:3,E:4;A-B:1ms:1gbit;B-C:12ms:1gbit;D-E:12ms:1gbit;C-D:200ms:1gbit";
        assertEquals(List.of("[0, 0, 1, 2, 3]", "[0, 0, 0, 1, 1]"), clusters(text));
    }

    /** The paper's four sites differ by a factor of 4 at most. */
    @Test
    void shouldFindNoClustersInFigure4() {
        String text =
                "A:0,B:1,C:2,D:3;A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit;C-D:2ms:100mbit";
        assertEquals(List.of(), clusters(text));
    }

    /** The numbers of sites decide nothing but those of clusters. */
    @Test
    void shouldFindTheSameClustersWhenSitesAreNumberedAnew() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int[] milliseconds = {1, 2, 15, 200};
        for (int round = 0; round < 50; round++) {
            int sites = 3 + random.nextInt(7);
            SiteLink[] links = new SiteLink[sites * sites];
            for (int i = 0; i < sites; i++) {
                for (int j = 0; j < i; j++) {
                    double latency = milliseconds[random.nextInt(4)] * 1e-3;
                    links[i * sites + j] = new SiteLink(latency, 1e9);
                    links[j * sites + i] = links[i * sites + j];
                }
            }
            List<String> names = IntStream.range(0, sites).mapToObj(i -> "S" + i).toList();
            SiteGraph graph = SiteGraph.of(SiteMap.of(names, new int[0]), links);
            int[] order = new int[sites];
            Arrays.setAll(order, i -> sites - 1 - i);
            List<int[]> one = SiteClusters.of(graph);
            List<int[]> other = SiteClusters.of(graph.only(order));
            assertEquals(one.size(), other.size(), "seed=" + seed);
            for (int level = 0; level < one.size(); level++) {
                assertArrayEquals(
                        together(one.get(level)),
                        reversed(together(other.get(level))),
                        "seed=" + seed);
                assertTrue(Arrays.stream(one.get(level)).max().orElse(0) > 0, "seed=" + seed);
            }
        }
    }

    /** For each two sites whether they are in one cluster. */
    private static boolean[] together(int... clusters) {
        int sites = clusters.length;
        boolean[] together = new boolean[sites * sites];
        for (int i = 0; i < together.length; i++) {
            together[i] = clusters[i / sites] == clusters[i % sites];
        }
        return together;
    }

    private static boolean[] reversed(boolean... all) {
        boolean[] reversed = new boolean[all.length];
        for (int i = 0; i < all.length; i++) {
            reversed[i] = all[all.length - 1 - i];
        }
        return reversed;
    }
}
