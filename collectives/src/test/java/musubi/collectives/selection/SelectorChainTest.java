package musubi.collectives.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.Torus;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

class SelectorChainTest {
    private final long seed = System.nanoTime();
    private final List<String> reported = new ArrayList<>();

    private SelectorChain selection(boolean crowded, Map<String, String> settings) {
        return new SelectorChain(crowded, settings::get, new Fallbacks(reported::add), null);
    }

    private static Shape shape(CollectiveKind kind, int size, int count) {
        Shape shape = new Shape().reset(kind, 0, size);
        shape.count = count;
        shape.itemBytes = 8;
        return shape;
    }

    @Test
    void shouldAvoidRoundsWhenThereAreMoreRanksThanCores() {
        SelectorChain crowded = selection(true, Map.of());
        SelectorChain roomy = selection(false, Map.of());
        Shape barrier = shape(CollectiveKind.BARRIER, 8, 0);
        assertEquals("linear", crowded.select(barrier).algorithm().name());
        assertEquals("dissemination", roomy.select(barrier).algorithm().name());
        Shape few = shape(CollectiveKind.ALLREDUCE, 8, 1);
        assertEquals("linear", crowded.select(few).algorithm().name());
    }

    @Test
    void shouldSaveWorkWhenThereAreMoreRanksThanCores() {
        SelectorChain crowded = selection(true, Map.of());
        SelectorChain roomy = selection(false, Map.of());
        Shape sum = shape(CollectiveKind.ALLREDUCE, 8, 100_000);
        assertEquals("rabenseifner", roomy.select(sum).algorithm().name());
        assertEquals("ring", crowded.select(sum).algorithm().name());
        Shape reduce = shape(CollectiveKind.REDUCE, 8, 100_000);
        assertEquals("rabenseifner", roomy.select(reduce).algorithm().name());
        assertEquals("linear", crowded.select(reduce).algorithm().name());
        reduce.count = 1_000_000;
        assertEquals("pipeline:segment=131072", crowded.select(reduce).text());
    }

    @Test
    void shouldNotSplitReductionsNorCopyBlocksWhenThereAreTwoRanks() {
        SelectorChain roomy = selection(false, Map.of());
        Shape reduce = shape(CollectiveKind.REDUCE, 2, 100_000);
        assertEquals("binomial", roomy.select(reduce).algorithm().name());
        Shape gather = shape(CollectiveKind.ALLGATHER, 2, 8);
        assertEquals("recursive-doubling", roomy.select(gather).algorithm().name());
        assertEquals(
                "bruck", roomy.select(shape(CollectiveKind.ALLGATHER, 3, 8)).algorithm().name());
    }

    @Test
    void shouldSelectAndExplainTheOverrideWhenThereIsOne() {
        Map<String, String> settings = Map.of("coll.bcast", "linear");
        SelectorChain selection = selection(false, settings);
        Shape shape = shape(CollectiveKind.BCAST, 8, 100_000);
        assertEquals("linear", selection.select(shape).algorithm().name());
        assertEquals("BCAST: linear (musubi.coll.bcast)", explain(selection, shape));
        String free = explain(selection, shape(CollectiveKind.BARRIER, 8, 0));
        assertEquals("BARRIER: dissemination (8 ranks, not more than cores, 0 bytes)", free);
    }

    private static String explain(SelectorChain selection, Shape shape) {
        return selection.explain(shape, selection.select(shape));
    }

    @Test
    void shouldOverrideSeveralKindsWhenOneSettingNamesThem() {
        Map<String, String> settings =
                Map.of(
                        "coll",
                        "bcast=linear, reduce-scatter=pairwise,allreduce=linear",
                        "coll.allreduce",
                        "reduce-broadcast");
        SelectorChain selection = selection(false, settings);
        assertEquals("linear", name(selection, CollectiveKind.BCAST));
        assertEquals("pairwise", name(selection, CollectiveKind.REDUCE_SCATTER));
        assertEquals("reduce-broadcast", name(selection, CollectiveKind.ALLREDUCE));
        String reported = explain(selection, shape(CollectiveKind.BCAST, 8, 1));
        assertEquals("BCAST: linear (musubi.coll: bcast)", reported);
    }

    private static String name(SelectorChain selection, CollectiveKind kind) {
        return selection.select(shape(kind, 8, 100_000)).algorithm().name();
    }

    @Test
    void shouldSelectByRulesAgainWhenTheOverrideIsAuto() {
        SelectorChain selection = selection(false, Map.of("coll.bcast", "linear"));
        assertTrue(selection.forces(CollectiveKind.BCAST));
        selection.force(CollectiveKind.BCAST, "auto", "musubi_coll_bcast");
        assertFalse(selection.forces(CollectiveKind.BCAST));
    }

    @ParameterizedTest
    @CsvSource({
        "coll.barrier, magic, dissemination",
        "coll.bcast, chain:segment=many, whole number",
        "coll.bcast, chain:segment=-1, whole number",
        "coll.bcast, chain:size=4, segment=BYTES",
        "coll.bcast, linear:segment=4096, with segments",
        "coll, bcst=chain, allreduce",
        "coll, chain, kind=algorithm",
        "coll, bcast=magic, binomial"
    })
    void shouldNameTheAlternativesWhenAnOverrideIsUnknown(
            String setting, String text, String help) {
        Map<String, String> settings = Map.of(setting, text);
        MpiFailure failure = assertThrows(MpiFailure.class, () -> selection(false, settings));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        String message = failure.getMessage();
        assertTrue(message.contains(help) && message.contains(text), message);
    }

    @Test
    void shouldFindAnAlgorithmByRulesWhateverTheShape() {
        Random random = new Random(seed);
        SelectorChain selection = selection(false, Map.of());
        for (CollectiveKind kind : SymbolicCase.KINDS) {
            for (int round = 0; round < 60; round++) {
                int count = random.nextInt(100_000);
                int size = 1 + random.nextInt(40);
                SymbolicCase job = new SymbolicCase(kind, size, count, round, random);
                String first = selection.select(job.shape(0)).text();
                // Between sites all schedules are walked through, which takes milliseconds.
                boolean hasSites = job.shape(0).sites != null;
                for (int rank = hasSites ? size - 1 : 1; rank < size; rank++) {
                    String other = selection.select(job.shape(rank)).text();
                    assertEquals(first, other, job + " seed=" + seed);
                }
            }
        }
        assertTrue(reported.isEmpty(), reported::toString);
    }

    @Test
    void shouldReportOnceWhenAForcedAlgorithmRefuses() {
        SelectorChain selection = selection(false, Map.of("coll.bcast", "two-level"));
        Shape shape = shape(CollectiveKind.BCAST, 8, 1);
        assertEquals("binomial", selection.select(shape).algorithm().name());
        assertEquals("binomial", selection.select(shape).algorithm().name());
        assertEquals(1, reported.size(), reported.toString());
        assertTrue(
                reported.getFirst().startsWith("BCAST: two-level (musubi.coll.bcast)"),
                reported::toString);
        assertTrue(reported.getFirst().endsWith("; binomial runs instead"), reported::toString);
        shape.nodes = NodeMap.of(0, 0, 0, 0, 1, 1, 1, 1);
        assertEquals("two-level", selection.select(shape).algorithm().name());
    }

    @Test
    void shouldReportWhenAForcedAlgorithmIsNotForTwoGroups() {
        SelectorChain selection = selection(false, Map.of("coll.alltoallv", "linear"));
        Shape shape = shape(CollectiveKind.ALLTOALLV, 3, 1).toRemoteGroup(2, true);
        assertEquals("pairwise", selection.select(shape).text());
        assertTrue(reported.getFirst().startsWith("ALLTOALLV: linear (musubi.coll.alltoallv)"));
        assertTrue(reported.getFirst().endsWith("; pairwise runs instead"), reported::toString);
        shape = shape(CollectiveKind.BCAST, 3, 1).toRemoteGroup(2, true);
        assertEquals("binomial", selection.select(shape).text());
        assertEquals(1, reported.size(), reported::toString);
    }

    @Test
    void shouldReportWhenPaddedBlocksAreTooLong() {
        Map<String, String> settings =
                Map.of("coll.alltoallw", "bruck", "coll.padded.bytes", "1000");
        SelectorChain selection = selection(false, settings);
        assertEquals(1000, selection.paddedBytes());
        Shape shape = shape(CollectiveKind.ALLTOALLW, 4, 1);
        SelectedAlgorithm bruck = selection.select(shape);
        assertEquals("bruck", bruck.text());
        assertEquals("pairwise", selection.unpadded(shape, bruck).text());
        assertTrue(reported.getFirst().contains("coll.padded.bytes"), reported::toString);
        assertTrue(reported.getFirst().endsWith("; pairwise runs instead"), reported::toString);
    }

    /** Not even if the model, which has no counts, predicts few rounds as fastest. */
    @Test
    void shouldPadOnlyWhenForced() {
        SelectorChain selection = selection(false, Map.of("coll.torus", "8x8x8"));
        Shape shape = shape(CollectiveKind.ALLTOALLV, 512, 0);
        shape.torus = Torus.of(8, 8, 8);
        shape.nodes = NodeMap.of(512, rank -> rank / 8);
        SelectedAlgorithm choice = selection.select(shape);
        assertFalse(Catalogue.pads(shape.kind, choice.algorithm()), choice::text);
    }

    @ParameterizedTest
    @CsvSource({
        "4096, 8, 512",
        "4100, 8, 512",
        "4100, 1, 4096",
        "1, 8, 2",
        "100, 400, 1",
        "0, 8, 0"
    })
    void shouldSegmentAlikeWhenItemTypesDiffer(long bytes, int itemBytes, long items) {
        Shape shape = shape(CollectiveKind.BCAST, 8, 1);
        shape.itemBytes = itemBytes;
        assertEquals(items, new SelectedAlgorithm(null, bytes, "").segmentItems(shape));
    }
}
