package musubi.simulator.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.simulator.network.Machine;
import musubi.simulator.report.RouteFindings.Pair;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class GridReportTest {
    private static final String PAGE = "docs/generated/grid-report.md";

    /** Of a simulated time from the calculated one. */
    private static final double MOST_DIFFERENCE = 0.01;

    /** Of a choice against the best algorithm. */
    private static final double MOST_LOSS = 0.1;

    private static List<ReferenceTable.Row> rows(String name) {
        List<ReferenceTable.Row> rows = ReferenceTable.read(name).rows();
        assertTrue(rows.size() > 6, name);
        return rows;
    }

    private static void check(String where, Pair pair) {
        double tolerance = MOST_DIFFERENCE * pair.calculated();
        assertEquals(pair.calculated(), pair.simulated(), tolerance, where + " " + pair.what());
    }

    @Test
    void shouldHaveTheTimesOfAllRoutesOfFig4() {
        RouteFindings findings = new RouteFindings();
        for (ReferenceTable.Row row : rows("grid-routes.csv")) {
            String where = row.bytes() + " B, relays of " + row.relayCost() + " us";
            findings.times(row).forEach(pair -> check(where, pair));
        }
    }

    @Test
    void shouldHaveTheCrossoversOfFig4() {
        RouteFindings findings = new RouteFindings();
        for (ReferenceTable.Row row : rows("grid-crossover.csv")) {
            findings.crossovers(row).forEach(pair -> check(row.text("note"), pair));
        }
    }

    @Test
    void shouldFindTheFastestPathsOfFig4() {
        PairFindings findings = new PairFindings();
        for (ReferenceTable.Row row : rows("grid-allpairs.csv")) {
            String where = row.text("src") + row.text("dst") + " " + row.bytes();
            for (PairFindings.Fastest fastest : findings.fastest(row)) {
                assertEquals(fastest.calculated(), fastest.path(), where);
                check(where, fastest.times());
            }
        }
    }

    @Test
    void shouldHaveTheArrivalsOfTheBroadcastOfFig6() {
        BroadcastArrivals arrivals = new BroadcastArrivals();
        for (ReferenceTable.Row row : rows("grid-bcast.csv")) {
            arrivals.arrivals(row).forEach(pair -> check(row.bytes() + " B", pair));
        }
    }

    /** From the last rank to its leader, over the widest link, and to the last rank. */
    @Test
    void shouldTakeTheDiameterForABarrier() {
        assertEquals(2e-3, GridReport.barrier(1, 5), 1e-9);
        assertEquals(2e-3 + 2 * 4 * 5e-6, GridReport.barrier(16, 5), 1e-9);
    }

    @Test
    void shouldBeWhatTheCommandWritesNow() throws IOException {
        List<String> page = page();
        GridReport report = new GridReport(_ -> {});
        report.addFourClusters();
        assertSame(report.lines(), page, 0);
        int from = page.indexOf(GridReport.heading(ScaleGraph.MESH, 16)) + 2;
        List<ScaleTable.Sizes> first = ScaleTable.ALL.subList(0, 3);
        assertSame(new ScaleTable(_ -> {}).lines(ScaleGraph.MESH, 16, first), page, from);
    }

    private static void assertSame(List<String> expected, List<String> page, int from) {
        int to = Math.min(page.size(), from + expected.size());
        assertEquals(
                String.join("\n", page.subList(from, to)),
                String.join("\n", expected),
                PAGE + " is old: run ./musubi grid-report");
    }

    private static List<String> page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(PAGE))) {
            folder = folder.getParent();
        }
        return Files.readAllLines(folder.resolve(PAGE));
    }

    /** More than 64 ranks, so by rules and not by walks; few enough to take no time. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 0",
        "BCAST, 8",
        "BCAST, 65536",
        "BCAST, 1048576",
        "REDUCE, 8",
        "REDUCE, 1048576",
        "ALLREDUCE, 8",
        "ALLREDUCE, 65536",
        "ALLREDUCE, 1048576",
        "ALLGATHER, 8",
        "ALLGATHER, 1024",
        "GATHER, 8",
        "GATHER, 16384",
        "SCATTER, 8",
        "SCATTER, 16384",
        "ALLTOALL, 8",
        "ALLTOALL, 1024",
        "ALLTOALL, 16384"
    })
    void shouldLoseLittleByTheRulesForManyRanks(CollectiveKind kind, long bytes) {
        for (ScaleGraph links : ScaleGraph.values()) {
            Machine machine = ScaleTable.machine(links, 8, 128);
            ScaleCase done = ScaleCase.of(kind, machine, bytes);
            assertTrue(done.loss() <= MOST_LOSS, () -> links + " " + done);
        }
    }

    @ParameterizedTest
    @EnumSource(ScaleGraph.class)
    void shouldHaveTheSameTimesWhenRepeated(ScaleGraph links) {
        Machine machine = ScaleTable.machine(links, 4, 64);
        ScaleCase first = ScaleCase.of(CollectiveKind.ALLREDUCE, machine, 1 << 20);
        assertEquals(first, ScaleCase.of(CollectiveKind.ALLREDUCE, machine, 1 << 20));
        Machine other = ScaleTable.machine(links, 4, 64);
        assertEquals(first.times(), ScaleCase.of(CollectiveKind.ALLREDUCE, other, 1 << 20).times());
    }
}
