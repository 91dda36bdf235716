package musubi.simulator.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.Machine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class StudyReportTest {
    private static final String PAGE = "docs/generated/collectives-report.md";

    private static List<String> page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(PAGE))) {
            folder = folder.getParent();
        }
        return Files.readAllLines(folder.resolve(PAGE));
    }

    @Test
    void shouldBeWhatTheCommandWritesNow() throws IOException {
        List<String> page = page();
        List<String> expected = new ArrayList<>();
        List<String> section =
                new StudyReport(_ -> {}).section(StudyScale.SMALL, new ExperimentCache());
        int from = page.indexOf("## 384 ranks") - 1;
        for (int i = Math.max(0, from); i < page.size() && expected.size() < section.size(); i++) {
            expected.add(page.get(i));
        }
        assertEquals(
                String.join("\n", expected),
                String.join("\n", section),
                PAGE + " is old: run ./musubi collectives-report");
    }

    @Test
    void shouldTakeInTablesOfRealRuns(@TempDir Path folder) throws IOException {
        Path table = Files.writeString(folder.resolve("node.md"), "# node: two ranks\n\n| 1 |\n");
        StudyReport report = new StudyReport(_ -> {});
        report.addMeasuredRuns(List.of(table));
        String text = String.join("\n", report.lines());
        assertTrue(text.contains("--real " + table), text);
        assertTrue(text.endsWith("### node: two ranks\n\n| 1 |"), text);
    }

    /** The time extrapolated from two runs with fewer segments equals that of a complete run. */
    @ParameterizedTest
    @CsvSource({
        "trinaryx6, 8x6x8, 8x6x8, 1048576, 2048",
        "trinaryx6, 64x6, 8x6x8, 1048576, 4096",
        "trinaryx6, 384, 8x6x8, 1048576, 8192",
        "trinaryx6, 384, 8x6x8, 4194304, 7751",
        "bintree3d, 384, 8x6x8, 1048576, 8192",
        "bintree3d, 64x6, 8x6x8, 1048576, 8192",
        "bintree3d, 8x6x8, 8x6x8, 2097152, 8192"
    })
    void shouldEqualTheExtrapolationWhenSegmentsAreMany(
            String name, String nodes, String over, long bytes, long segment) {
        TorusEmbedding layout = new TorusEmbedding(Torus.parse(nodes), Torus.parse(over));
        FittedLink fit = name.equals("trinaryx6") ? FittedLink.TRINARY : FittedLink.TREE;
        Machine machine = Machine.torus(layout, 1, fit.cost(), 0, fit.cost(), Machine.Limits.NONE);
        double all =
                new Experiment(CollectiveKind.BCAST, machine, 0)
                        .run(Catalogue.find(CollectiveKind.BCAST, name), bytes, segment)
                        .seconds();
        double fewer = new ExperimentCache().broadcast(name, layout, bytes, segment);
        assertEquals(1, fewer / all, 0.02);
    }

    /** The crossovers by the study's equations with six trees, data/bcast-crossover.csv. */
    @ParameterizedTest
    @CsvSource({
        "384, 383, 7743884",
        "64x6, 68, 487357",
        "3072, 3071, 85381471",
        "48x64, 110, 939529",
        "16x12x16, 41, 47215",
        "27648, 27647, 871712251",
        "144x192, 334, 5024899",
        "48x12x48, 105, 583112"
    })
    void shouldHaveTheCrossoversOfTheEquations(String shape, int steps, double expected) {
        CostEquations.Pipeline six = new CostEquations.Pipeline(steps, 6, FittedLink.TRINARY);
        double found = CostEquations.crossover(six, CostEquations.bintree3d(Torus.parse(shape)));
        assertEquals(1, found / expected, 1e-3);
    }

    @Test
    void shouldAlwaysTakeTrinaryTreesOnTheSmallSpace() {
        Torus torus = Torus.of(8, 6, 8);
        double found =
                CostEquations.crossover(
                        CostEquations.trinary6(torus), CostEquations.bintree3d(torus));
        assertEquals(0, found);
    }
}
