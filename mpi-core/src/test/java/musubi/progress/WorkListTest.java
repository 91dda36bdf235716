package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class WorkListTest {
    private final WorkList work = new WorkList();
    private final List<String> log = new ArrayList<>();

    private final class Step extends Operation {
        private final String name;
        private int turns;

        Step(String name, int turns) {
            this.name = name;
            this.turns = turns;
        }

        @Override
        public boolean advance() {
            log.add(name);
            return --turns <= 0;
        }
    }

    @Test
    void shouldAdvanceEachOperationOnceATurnUntilItIsFinished() {
        work.add(new Step("a", 2));
        work.add(new Step("b", 1));
        work.add(new Step("c", 3));
        assertEquals(1, work.advance());
        assertEquals(1, work.advance());
        assertEquals(1, work.advance());
        assertTrue(work.isEmpty());
        assertEquals(List.of("a", "b", "c", "a", "c", "c"), log);
    }

    @Test
    void shouldHoldAnOperationOnceWhenAddedTwice() {
        Step step = new Step("a", 1);
        work.add(step);
        work.add(step);
        assertEquals(1, work.advance());
        assertTrue(work.isEmpty());
    }

    @Test
    void shouldLeaveNewOperationsForTheNextTurn() {
        Step second = new Step("second", 1);
        work.add(
                new Operation() {
                    @Override
                    public boolean advance() {
                        work.add(second);
                        log.add("first");
                        return true;
                    }
                });
        work.advance();
        assertEquals(List.of("first"), log);
        work.advance();
        assertEquals(List.of("first", "second"), log);
    }

    @Test
    void shouldReportWorkOfOperationsThatAreNotFinished() {
        work.add(
                new Operation() {
                    @Override
                    public boolean advance() {
                        work.noteProgress();
                        return false;
                    }
                });
        work.add(new Step("idle", 2));
        assertEquals(1, work.advance());
        assertEquals(2, work.advance());
        assertEquals(1, work.advance());
    }
}
