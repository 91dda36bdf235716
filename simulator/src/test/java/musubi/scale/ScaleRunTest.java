package musubi.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.memory.Component;
import musubi.memory.MemoryReport;

import org.junit.jupiter.api.Test;

/** Each run also checks its splits against the keys, and its echoes. */
class ScaleRunTest {
    private static final int NODES = 1 << 14;
    private static final int PEERS_BYTES = 24 << 10;

    @Test
    void shouldTakeTheSameMemoryHoweverManyNodesThereAre() throws Exception {
        ScaleRun few = new ScaleRun(new Scenario(NODES / 4, 4, 8, 64, false));
        few.exchange();
        ScaleRun many = new ScaleRun(new Scenario(NODES * 16, 4, 8, 64, false));
        many.exchange();
        for (Component component : Component.values()) {
            long one = few.library().bytes(component);
            long other = many.library().bytes(component);
            // Six more rounds of dissemination are six more peers of each rank.
            assertTrue(
                    Math.abs(other - one) <= one / 10 + PEERS_BYTES,
                    component.label() + ": " + one + " and, with 64 times the nodes, " + other);
        }
        assertEquals(64, many.rings());
        assertTrue(many.connections() > 0);
        few.close();
        many.close();
    }

    @Test
    void shouldSplitBeforeARuleIsLookedForWhenThereAreFewRanks() throws Exception {
        ScaleRun run = new ScaleRun(new Scenario(64, 4, 5, 16, false));
        run.exchange();
        assertEquals(20, run.communicators());
        run.close();
    }

    @Test
    void shouldReadBackWhatItHasMeasured() {
        Scenario scenario = new Scenario(NODES, 4, 10, 1024, true);
        Measured measured =
                Measured.of(scenario, MemoryReport.empty(), 12_345_678, 23_456_789, 1000, 64);
        assertEquals(measured, Measured.parse(measured.line()));
        assertEquals(Measured.heading().split(",").length, measured.line().split(",").length);
    }
}
