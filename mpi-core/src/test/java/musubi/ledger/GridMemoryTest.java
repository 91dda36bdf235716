package musubi.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.PathSample;
import musubi.bootstrap.Bootstrap;
import musubi.memory.Component;
import musubi.rim.JobGrid;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What a rank keeps of 64 sites, each with a link to each other one. */
class GridMemoryTest {
    private static final int SITES = 64;

    /** For each pair: the link as given and as it is now, and its place in both graphs. */
    private static final int BYTES_PER_PAIR = 48;

    /** For each site: name, run of nodes, estimate. */
    private static final int BYTES_PER_SITE = 512;

    private static String text(int nodesPerSite) {
        List<String> sites = new ArrayList<>();
        List<String> links = new ArrayList<>();
        for (int site = 0; site < SITES; site++) {
            int first = site * nodesPerSite;
            sites.add("S" + site + ":" + first + "-" + (first + nodesPerSite - 1));
            for (int other = site + 1; other < SITES; other++) {
                links.add("S" + site + "-S" + other + ":" + (site + other) + "ms:1gbit");
            }
        }
        return String.join(",", sites) + ";" + String.join(";", links);
    }

    /** Rank 0 of a job with a rank on each node. */
    private static Bootstrap job() {
        return (Bootstrap)
                Proxy.newProxyInstance(
                        Bootstrap.class.getClassLoader(),
                        new Class<?>[] {Bootstrap.class},
                        (_, method, arguments) ->
                                method.getName().equals("nodeOf") ? arguments[0] : (Object) 0);
    }

    private static long bytes(int nodesPerSite) {
        JobGrid grid = new JobGrid(text(nodesPerSite));
        grid.refresh(job(), (_, _) -> _ -> {});
        int ranks = SITES * nodesPerSite;
        List<PathSample> samples =
                IntStream.range(0, ranks)
                        .filter(grid::isFar)
                        .mapToObj(peer -> new PathSample(peer, 1, false, 1L << 40, 1L << 40, true))
                        .toList();
        assertEquals(ranks - nodesPerSite, samples.size());
        for (int i = 0; i < 10; i++) {
            grid.add(samples);
        }
        assertTrue(grid.current().link(0, 1).bytesPerS() > grid.agreed().link(0, 1).bytesPerS());
        long[] sum = new long[1];
        new MemoryWalk((_, size) -> sum[0] += size).from(grid, Component.PARTICIPANT_SETS);
        return sum[0];
    }

    @Test
    void shouldTakeMemoryForPairsOfSitesAndNotForRanks() {
        long few = bytes(1);
        long many = bytes(157);
        assertTrue(few > SITES * SITES, "bytes=" + few);
        assertEquals(few, many, SITES + " and " + SITES * 157 + " ranks");
        long most = BYTES_PER_PAIR * SITES * SITES + BYTES_PER_SITE * SITES;
        assertTrue(many < most, "bytes=" + many + " most=" + most);
    }
}
