package musubi.simulator.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.simulator.sites.RouteFindings.Pair;
import musubi.simulator.sites.ScaleTimes.Case;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class GridReportTest {
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
    void shouldBeWhatTheCommandWritesOfTheTimesBesideIt() throws IOException {
        ScaleTimes times = ScaleTimes.read(file("grid-report.csv"));
        assertEquals(
                String.join("\n", times.lines()),
                String.join("\n", Files.readAllLines(file("grid-report.csv"))));
        GridReport report = new GridReport(_ -> {});
        report.addFourClusters();
        report.addScale(times, new ScaleStudy(ScaleTable.NODES, times, _ -> {}));
        List<String> lines = report.lines();
        List<String> page = Files.readAllLines(file("grid-report.md"));
        int to = Math.min(page.size(), lines.size());
        assertEquals(
                String.join("\n", page.subList(0, to)),
                String.join("\n", lines),
                "grid-report.md is old: run ./musubi grid-report");
    }

    /** Of those that take the least time to simulate. */
    @Test
    void shouldStillHaveTheTimesInTheTable() throws IOException {
        ScaleTimes known = ScaleTimes.read(file("grid-report.csv"));
        ScaleTimes now = new ScaleTimes();
        ScaleStudy study = new ScaleStudy(ScaleTable.NODES, now, _ -> {});
        for (List<Case> alike : ScaleTable.cases().subList(0, 2)) {
            study.run(alike);
            alike.forEach(key -> assertEquals(known.of(key), now.of(key), key::toString));
        }
    }

    /** A file of docs/generated. */
    private static Path file(String name) {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/generated"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/generated").resolve(name);
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
        ScaleTimes times = new ScaleTimes();
        ScaleStudy study = new ScaleStudy(128, times, _ -> {});
        for (ScaleGraph links : ScaleGraph.values()) {
            Case key = new Case(links, 8, kind, bytes);
            study.run(List.of(key));
            String chosen = study.choice(key).algorithm().name();
            double loss = ScaleTable.loss(times.of(key), chosen);
            assertTrue(loss <= MOST_LOSS, () -> key + " " + chosen + " " + times.of(key));
        }
    }

    @ParameterizedTest
    @EnumSource(ScaleGraph.class)
    void shouldHaveTheSameTimesWhenRepeated(ScaleGraph links) {
        Case key = new Case(links, 4, CollectiveKind.ALLREDUCE, 1 << 20);
        ScaleTimes first = new ScaleTimes();
        new ScaleStudy(64, first, _ -> {}).run(List.of(key));
        ScaleTimes second = new ScaleTimes();
        ScaleStudy study = new ScaleStudy(64, second, _ -> {});
        study.run(List.of(new Case(links, 4, CollectiveKind.BCAST, 1 << 20)));
        study.run(List.of(key));
        assertEquals(first.of(key), second.of(key));
        assertTrue(first.of(key).size() > 5, first.lines()::toString);
    }
}
