package musubi.collectives.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.CallCost;
import musubi.collectives.model.CostFormula;
import musubi.collectives.model.CostFormulas;
import musubi.collectives.model.CostTable;
import musubi.collectives.model.HockneyLink;
import musubi.collectives.model.RankLayout;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Selection by the cost model. */
class ModelSelectionTest {
    private static final List<String> SHAPES =
            List.of("384", "64x6", "8x6x8", "3072", "48x64", "16x12x16", "4mx4", "2x2x3");

    private static final List<CollectiveKind> KINDS =
            List.of(
                    CollectiveKind.BCAST,
                    CollectiveKind.REDUCE,
                    CollectiveKind.ALLREDUCE,
                    CollectiveKind.ALLGATHER,
                    CollectiveKind.ALLTOALL,
                    CollectiveKind.SCAN,
                    CollectiveKind.REDUCE_SCATTER_BLOCK);

    private static final String LINEAR_IS_FAST =
            "bcast,linear,4,1024,0.1,9000;bcast,binomial,4,1024,5,10;"
                    + "bcast,linear,4,1048576,5,10;bcast,binomial,4,1048576,0.1,9000";

    private static Shape shape(CollectiveKind kind, String torus, long bytes) {
        Torus lie = Torus.parse(torus);
        Shape shape = new Shape().reset(kind, 0, lie.size());
        shape.torus = lie;
        shape.count = bytes;
        return shape;
    }

    private static SelectedAlgorithm choose(String torus, long bytes) {
        Shape shape = shape(CollectiveKind.BCAST, torus, bytes);
        return new ModelSelector(null, TorusEmbedding.of(shape.torus)).select(shape);
    }

    /** A case beyond rules by size alone: long messages around one ring. */
    @ParameterizedTest
    @CsvSource({
        "384, 8192, binomial",
        "384, 262144, bintree6d",
        "384, 4194304, scatter-allgather",
        "64x6, 4194304, trinaryx6",
        "16x12x16, 65536, bintree6d",
        "16x12x16, 262144, trinaryx6",
        "16x12x16, 1024, binomial",
        "8x2x8, 4194304, trinaryx3"
    })
    void shouldSelectByShapeWhenThereIsATorus(String torus, long bytes, String expected) {
        assertEquals(expected, choose(torus, bytes).algorithm().name());
    }

    /** The same ring has a different cost on links of three dimensions. */
    @Test
    void shouldSelectByPhysicalLinksWhenTheyAreGiven() {
        Shape shape = shape(CollectiveKind.BCAST, "384", 4 << 20);
        SelectedAlgorithm choice =
                new ModelSelector(null, TorusEmbedding.parse("384@8x6x8")).select(shape);
        assertEquals("bintree6d", choice.algorithm().name());
        assertTrue(choice.reason().startsWith("model on 384@8x6x8: "), choice.reason());
        assertEquals("scatter-allgather", choose("384", 4 << 20).algorithm().name());
    }

    /** The optimum of the equations, 13,511 bytes, in whole segments of sixteen. */
    @Test
    void shouldSelectTheSegmentOfTheEquationsWhenMessagesAreLong() {
        SelectedAlgorithm choice = choose("16x12x16", 4 << 20);
        assertEquals(13_511, choice.segmentBytes(), 300);
        assertEquals(0, choice.segmentBytes() % 16);
    }

    /** No other algorithm, and no other segment size, has less predicted time. */
    @Test
    void shouldPredictTheLeastTimeWhenComparedWithOverrides() {
        for (String torus : SHAPES) {
            TorusEmbedding job = TorusEmbedding.parse(torus);
            RankLayout where = RankLayout.of(job);
            ModelSelector chooser = new ModelSelector(null, job);
            for (CollectiveKind kind : KINDS) {
                for (long bytes = 64; bytes <= 4 << 20; bytes *= 8) {
                    Shape shape = shape(kind, torus, bytes);
                    compare(shape, where, chooser.select(shape), bytes);
                }
            }
        }
    }

    private static void compare(
            Shape shape, RankLayout where, SelectedAlgorithm choice, long bytes) {
        double chosen = seconds(shape, choice.algorithm(), where, bytes, choice.segmentBytes());
        for (Algorithm algorithm : Catalogue.of(shape.kind)) {
            for (long segment : new long[] {0, 1 << 10, 4 << 10, 16 << 10, 64 << 10}) {
                if (algorithm.refusal(shape) == null
                        && (segment == 0 || algorithm.supportsSegments())) {
                    double forced = seconds(shape, algorithm, where, bytes, segment);
                    String what = shape + " " + choice.text() + " " + algorithm.name() + segment;
                    assertTrue(chosen <= 1.1 * forced, what);
                }
            }
        }
    }

    private static double seconds(
            Shape shape, Algorithm algorithm, RankLayout where, double bytes, long segment) {
        CostFormula formula = CostFormulas.of(shape.kind, algorithm.name());
        CallCost cost = formula.of(where, bytes);
        long segments = segment == 0 ? 1 : Math.max(1, Math.ceilDiv((long) cost.bytes(), segment));
        return cost.seconds(segments, HockneyLink.TOFU);
    }

    @Test
    void shouldSelectNothingWhenTheNetworkIsUnknown() {
        ModelSelector chooser = new ModelSelector(null, null);
        Shape shape = shape(CollectiveKind.BCAST, "2x2", 1 << 20);
        assertNull(chooser.select(shape), "one node");
        shape.nodes = NodeMap.of(0, 0, 1, 1);
        assertNotEquals(null, chooser.select(shape), "two nodes");
        shape.torus = null;
        assertNull(chooser.select(shape), "no torus");
        assertNull(new ModelSelector(null, TorusEmbedding.parse("2x2")).select(shape), "no torus");
        assertNull(choose("1", 8), "no other rank");
    }

    private static SelectorChain selection(Map<String, String> settings) {
        CostTable table = CostTableSetting.read(settings::get);
        return new SelectorChain(false, settings::get, new Fallbacks(_ -> {}), table);
    }

    @Test
    void shouldExplainTheSecondBestWhenItSelects() {
        SelectorChain selection = selection(Map.of("coll.torus", "16x12x16"));
        Shape shape = shape(CollectiveKind.BCAST, "16x12x16", 262_144);
        String line = selection.explain(shape, selection.select(shape));
        assertTrue(
                line.matches(
                        "BCAST: trinaryx6:segment=3\\d\\d\\d \\(model on 16x12x16: 122 us"
                                + " against trinaryx3 147 us\\)"),
                line);
    }

    @Test
    void shouldPreferOverridesWhenThereAreAny() {
        SelectorChain selection = selection(Map.of("coll.torus", "64x6", "coll.bcast", "linear"));
        Shape shape = shape(CollectiveKind.BCAST, "64x6", 1 << 20);
        assertEquals("linear", selection.select(shape).algorithm().name());
    }

    @Test
    void shouldUseTheTableWhenThereIsOne(@TempDir Path folder) throws IOException {
        String lines = "# host=here;" + CostTable.HEADING + ";" + LINEAR_IS_FAST;
        Path file = folder.resolve("table.csv");
        Files.writeString(file, lines.replace(';', '\n'));
        for (String setting : List.of(lines, file.toString())) {
            SelectorChain selection = selection(Map.of("coll.table", setting));
            Shape shape = new Shape().reset(CollectiveKind.BCAST, 0, 4);
            shape.count = 512;
            assertEquals("linear", selection.select(shape).algorithm().name());
            shape.count = 65_536;
            assertEquals("binomial", selection.select(shape).algorithm().name());
            shape.reset(CollectiveKind.BARRIER, 0, 4);
            assertEquals("dissemination", selection.select(shape).algorithm().name());
        }
        assertNull(CostTableSetting.read(Map.of("coll.table", "none")::get));
    }

    @Test
    void shouldNameTheFileWhenItCannotBeRead() {
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class,
                        () -> CostTableSetting.read(Map.of("coll.table", "/nowhere/t.csv")::get));
        assertEquals(ErrorClass.NO_SUCH_FILE, failure.errorClass());
        assertTrue(failure.getMessage().contains("/nowhere/t.csv"), failure.getMessage());
    }
}
