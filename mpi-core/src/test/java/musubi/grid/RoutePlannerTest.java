package musubi.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Routes agree with the tables of the model of GridMPI's network, its Fig. 4. */
class RoutePlannerTest {
    private static final double PRECISION = 1e-9;
    private static final long CHUNK = 65_536;
    private static final String SITES = "ABCD";
    private static final String FIG4 =
            "A:0,B:1,C:2,D:3;A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit;C-D:2ms:100mbit";
    private static final List<Integer> DIRECT = path("CD");
    private static final List<Integer> RELAYED = path("CABD");

    private final long seed = System.nanoTime();

    private static RoutePlanner fig4(double relayUs) {
        return new RoutePlanner(SiteGraph.parse(FIG4 + ";relay:" + relayUs + "us"));
    }

    private static List<Integer> path(String names) {
        return names.chars().map(SITES::indexOf).boxed().toList();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "grid-routes.csv", numLinesToSkip = 1)
    void shouldChooseTheRouteOfTheModelWhenSizesAndRelaysVary(ArgumentsAccessor row) {
        long bytes = row.getLong(0);
        RoutePlanner routes = fig4(row.getDouble(1));
        double direct = row.getDouble(2);
        double relayed = row.getDouble(5);
        assertEquals(direct, routes.seconds(DIRECT, bytes, 0), PRECISION);
        assertEquals(row.getDouble(3), routes.seconds(RELAYED, bytes, 0), PRECISION);
        assertEquals(row.getDouble(4), routes.seconds(RELAYED, bytes, CHUNK), PRECISION);
        SiteRoute best = routes.best(DIRECT.getFirst(), DIRECT.getLast(), bytes);
        assertEquals(Math.min(direct, relayed), best.seconds(), PRECISION);
        assertEquals(relayed < direct ? RELAYED : DIRECT, best.sites());
        if (relayed < direct) {
            long chunk = row.getLong(6);
            assertEquals(chunk < bytes ? chunk : 0, best.chunkBytes());
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "grid-crossover.csv", numLinesToSkip = 1)
    void shouldTurnToTheRelaysAtTheCrossoverOfTheModel(ArgumentsAccessor row) {
        RoutePlanner routes = fig4(row.getDouble(0));
        long last = row.getLong(3);
        long next = (long) (last * 1.01) + 1;
        assertTrue(routes.seconds(RELAYED, next, CHUNK) <= routes.seconds(DIRECT, next, CHUNK));
        if (last > 0) {
            assertTrue(routes.seconds(RELAYED, last, CHUNK) > routes.seconds(DIRECT, last, CHUNK));
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "grid-allpairs.csv", numLinesToSkip = 1)
    void shouldChooseTheRouteOfTheModelBetweenAllPairs(ArgumentsAccessor row) {
        RoutePlanner routes = fig4(row.getDouble(2));
        long bytes = row.getLong(3);
        SiteRoute best =
                routes.best(
                        path(row.getString(0)).getFirst(),
                        path(row.getString(1)).getFirst(),
                        bytes);
        String whole = row.getString(4);
        assertEquals(row.getDouble(5), routes.seconds(path(whole), bytes, 0), PRECISION);
        assertTrue(best.seconds() <= row.getDouble(5) + PRECISION, best.toString());
        assertTrue(best.seconds() >= row.getDouble(7) - PRECISION, best.toString());
        if (whole.equals(row.getString(6))) {
            assertEquals(path(whole), best.sites());
        }
    }

    /** All ways of a small graph, each with all chunk sizes, against the planner. */
    @Test
    void shouldFindNothingFasterWhenAllWaysAreTried() {
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            int sites = 2 + random.nextInt(4);
            SiteGraph graph = randomGraph(sites, random);
            RoutePlanner routes = new RoutePlanner(graph);
            long bytes = (long) Math.exp(random.nextDouble() * 18);
            int to = 1 + random.nextInt(sites - 1);
            double least = least(graph, new ArrayList<>(List.of(0)), to, bytes);
            SiteRoute best = routes.best(0, to, bytes);
            assertEquals(least, best.seconds(), PRECISION, graph + " seed=" + seed);
            assertEquals(
                    best.seconds(), routes.seconds(best.sites(), bytes, best.chunkBytes()), 1e-12);
        }
    }

    private static double least(SiteGraph graph, List<Integer> path, int to, long bytes) {
        double least = Double.POSITIVE_INFINITY;
        if (path.getLast() == to) {
            RoutePlanner routes = new RoutePlanner(graph);
            for (int power = 8; power <= 27; power++) {
                least = Math.min(least, routes.seconds(path, bytes, 1L << power));
            }
            return least;
        }
        for (int next = 0; next < graph.sites(); next++) {
            if (!path.contains(next) && graph.link(path.getLast(), next) != null) {
                path.add(next);
                least = Math.min(least, least(graph, path, to, bytes));
                path.removeLast();
            }
        }
        return least;
    }

    /** A ring, so that all sites are connected, and some other links. */
    private static SiteGraph randomGraph(int sites, Random random) {
        StringBuilder text = new StringBuilder();
        for (int site = 0; site < sites; site++) {
            text.append(site == 0 ? "" : ",").append("S").append(site).append(':').append(site);
        }
        for (int from = 0; from < sites; from++) {
            for (int to = from + 1; to < sites; to++) {
                if (to == from + 1 || random.nextInt(3) > 0) {
                    int us = 1 + random.nextInt(5000);
                    int mbit = 1 + random.nextInt(10_000);
                    text.append(";S%d-S%d:%dus:%dmbit".formatted(from, to, us, mbit));
                }
            }
        }
        return SiteGraph.parse(text + ";relay:" + random.nextInt(200) + "us");
    }
}
