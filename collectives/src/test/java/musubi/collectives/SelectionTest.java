package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.Map;

class SelectionTest {
    private static Shape shape(CollectiveKind kind, int size, int count) {
        Shape shape = new Shape().reset(kind, 0, size);
        shape.count = count;
        shape.itemBytes = 8;
        return shape;
    }

    @Test
    void shouldAvoidRoundsWhenThereAreMoreRanksThanCores() {
        Selection crowded = new Selection(true, name -> null);
        Selection roomy = new Selection(false, name -> null);
        Shape barrier = shape(CollectiveKind.BARRIER, 8, 0);
        assertEquals("linear", crowded.choose(barrier).name());
        assertEquals("dissemination", roomy.choose(barrier).name());
        Shape few = shape(CollectiveKind.ALLREDUCE, 8, 1);
        assertEquals("linear", crowded.choose(few).name());
        Shape many = shape(CollectiveKind.ALLREDUCE, 8, 100_000);
        assertEquals("recursive-doubling", crowded.choose(many).name());
    }

    @Test
    void shouldChooseWhatIsForcedAndSaySo() {
        Map<String, String> settings = Map.of("coll.bcast", "linear");
        Selection selection = new Selection(false, settings::get);
        Shape shape = shape(CollectiveKind.BCAST, 8, 100_000);
        assertEquals("linear", selection.choose(shape).name());
        assertEquals("BCAST: linear (musubi.coll.bcast)", selection.explain(shape));
        String free = selection.explain(shape(CollectiveKind.BARRIER, 8, 0));
        assertEquals("BARRIER: dissemination (8 ranks, not more than cores, 0 bytes)", free);
    }

    @Test
    void shouldNameTheAlgorithmsThatThereAreWhenOneIsUnknown() {
        Map<String, String> settings = Map.of("coll.barrier", "magic");
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> new Selection(false, settings::get));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        assertTrue(failure.getMessage().contains("dissemination"), failure.getMessage());
    }
}
