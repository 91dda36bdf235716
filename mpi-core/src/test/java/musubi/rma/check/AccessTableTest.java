package musubi.rma.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class AccessTableTest {
    private static final int PUT = WindowAccess.PUT;
    private static final int GET = WindowAccess.GET;
    private static final int SUM = 0x502;
    private static final int MAX = 0x500;
    private static final int SUM_OF_OTHER_TYPE = 0x402;
    private static final int NO_OP = 0x5ff;

    private final MemorySegment memory = Arena.ofAuto().allocate(AccessTable.BYTES, 8);
    private final AccessTable table = new AccessTable(memory, () -> {}, () -> {});

    private static WindowAccess access(int origin, int kind, long from, long to) {
        return new WindowAccess(origin, 0, from, to, kind, "line of " + origin);
    }

    private MpiFailure add(int origin, int kind, long from, long to) {
        return table.add(List.of(access(origin, kind, from, to)));
    }

    @Test
    void shouldNameBothSitesWhenPutsOfTwoOriginsMeet() {
        assertNull(add(1, PUT, 0, 16));
        assertNull(add(2, PUT, 16, 32));
        String text = add(3, PUT, 20, 21).getMessage();
        assertTrue(text.contains("first=rank 2 in line of 2"), text);
        assertTrue(text.contains("second=rank 3 in line of 3"), text);
        assertTrue(text.contains("bytes=20 to 20"), text);
    }

    @Test
    void shouldAcceptAccessesWhenTheirOrderDoesNotMatter() {
        assertNull(add(1, GET, 0, 8));
        assertNull(add(2, GET, 0, 8));
        assertNull(add(1, SUM, 8, 16));
        assertNull(add(2, SUM, 8, 16));
        assertNull(add(3, NO_OP, 8, 16));
        assertNull(add(1, PUT, 16, 24));
        assertNull(add(1, PUT, 16, 24));
    }

    @Test
    void shouldFailWhenUpdatesDiffer() {
        assertNull(add(1, SUM, 0, 8));
        assertNotNull(add(2, MAX, 0, 8));
        assertNotNull(add(2, SUM_OF_OTHER_TYPE, 0, 8));
        assertNotNull(add(2, GET, 7, 9));
        assertNotNull(add(2, PUT, 7, 9));
        assertNull(add(2, PUT, 8, 9));
    }

    @Test
    void shouldForgetAccessesWhenTheirOriginFlushes() {
        add(1, PUT, 0, 8);
        add(2, PUT, 8, 16);
        table.release(1);
        assertNull(add(3, PUT, 0, 8));
        assertNotNull(add(3, PUT, 8, 16));
    }

    @Test
    void shouldKeepUpdatesWhenTheExposureEpochIsOpen() {
        add(1, PUT, 0, 8);
        add(1, GET, 8, 16);
        table.complete(1);
        table.release(1);
        assertNull(add(2, PUT, 8, 16));
        assertNotNull(add(2, GET, 0, 8));
        table.complete(2);
        table.endExposure();
        assertNull(add(3, GET, 0, 16));
    }

    @Test
    void shouldAddNoRunWhenOneConflicts() {
        add(1, PUT, 0, 8);
        assertNotNull(table.add(List.of(access(2, PUT, 8, 16), access(2, PUT, 4, 5))));
        assertNull(add(3, PUT, 8, 16));
    }

    @Test
    void shouldJoinAccessesWhenOneLineRunsThroughAnArray() {
        for (int i = 0; i < 100_000; i++) {
            assertNull(add(1, PUT, i, i + 1));
        }
        assertNotNull(add(2, GET, 99_999, 100_000));
    }

    @Test
    void shouldDropAccessesWhenTheTableIsFull() {
        for (int i = 0; i < 9000; i++) {
            assertNull(add(1, PUT, 2 * i, 2 * i + 1));
        }
        assertNotNull(add(2, PUT, 0, 1));
        assertNull(add(2, PUT, 17_998, 17_999));
    }

    @Test
    void shouldShareSitesWhenRanksHaveViewsOfOneTable() {
        AccessTable view = new AccessTable(memory, () -> {}, () -> {});
        String line = "x".repeat(2 * AccessTable.MOST_TEXT);
        assertNull(table.add(List.of(new WindowAccess(1, 0, 0, 1, PUT, line))));
        for (int i = 0; i < 1000; i++) {
            assertNull(view.add(List.of(new WindowAccess(2, 0, i + 1, i + 2, PUT, "line " + i))));
        }
        String text = view.add(List.of(access(3, PUT, 0, 1))).getMessage();
        assertTrue(text.contains("xx") && !text.contains(line), text);
        text = table.add(List.of(access(3, PUT, 201, 202))).getMessage();
        assertTrue(text.contains("rank 2 in line 200 "), text);
        text = table.add(List.of(access(3, PUT, 1000, 1001))).getMessage();
        assertTrue(text.contains("rank 2 in an unknown place"), text);
    }

    /** What the table has to contain. */
    private static final class Model {
        private final List<WindowAccess> open = new ArrayList<>();
        private final List<WindowAccess> exposed = new ArrayList<>();

        boolean add(WindowAccess access) {
            List<WindowAccess> all = new ArrayList<>(open);
            all.addAll(exposed);
            for (WindowAccess other : all) {
                if (other.origin() != access.origin() && conflict(other, access)) {
                    return false;
                }
            }
            open.add(access);
            return true;
        }

        /** Byte by byte. */
        private static boolean conflict(WindowAccess a, WindowAccess b) {
            boolean harmless =
                    a.kind() == b.kind() && a.kind() != PUT
                            || a.kind() == NO_OP && (b.kind() == SUM || b.kind() == MAX)
                            || b.kind() == NO_OP && (a.kind() == SUM || a.kind() == MAX);
            for (long at = a.from(); at < a.to(); at++) {
                if (at >= b.from() && at < b.to()) {
                    return !harmless;
                }
            }
            return false;
        }

        void end(int origin, boolean isExposed) {
            if (isExposed) {
                open.stream()
                        .filter(access -> access.origin() == origin && access.kind() != GET)
                        .forEach(exposed::add);
            }
            open.removeIf(access -> access.origin() == origin);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldAgreeWithTheModelWhenSchedulesAreRandom(int longest) {
        long seed = Long.getLong("accesses.seed", System.nanoTime());
        System.out.println("accesses.seed=" + seed);
        Random random = new Random(seed);
        Model model = new Model();
        int[] kinds = {PUT, GET, SUM, MAX, SUM_OF_OTHER_TYPE, NO_OP};
        for (int i = 0; i < 20_000; i++) {
            int origin = random.nextInt(4);
            switch (random.nextInt(12)) {
                case 0 -> {
                    table.release(origin);
                    model.end(origin, false);
                }
                case 1 -> {
                    table.complete(origin);
                    model.end(origin, true);
                }
                case 2 -> {
                    table.endExposure();
                    model.exposed.clear();
                }
                default -> {
                    long from = random.nextInt(100);
                    long to = from + 1 + random.nextInt(longest);
                    WindowAccess access = access(origin, kinds[random.nextInt(6)], from, to);
                    MpiFailure failure = table.add(List.of(access));
                    assertEquals(model.add(access), failure == null, "seed=" + seed + " i=" + i);
                }
            }
        }
    }
}
