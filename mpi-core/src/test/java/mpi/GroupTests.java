package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Corner cases of groups. MPI-4.1 section 7.3. */
interface GroupTests extends InJob {
    private static int[] members(Group group) {
        int[] ranks = new int[group.getSize()];
        java.util.Arrays.setAll(ranks, i -> i);
        return Group.translateRanks(group, ranks, MPI.COMM_WORLD.getGroup());
    }

    @Test
    default void shouldFollowTheStrideWhenGivenRanges() {
        job(8).run(
                        () -> {
                            Group all = MPI.COMM_WORLD.getGroup();
                            int[][] down = {{6, 1, -2}, {7, 7, 5}};
                            assertArrayEquals(new int[] {6, 4, 2, 7}, members(all.rangeIncl(down)));
                            assertArrayEquals(
                                    new int[] {0, 1, 3, 5}, members(all.Range_excl(down)));
                            int[][] beyond = {{0, 6, 4}};
                            assertArrayEquals(new int[] {0, 4}, members(all.rangeIncl(beyond)));
                            assertEquals(0, all.rangeIncl(new int[0][]).getSize());
                            assertEquals(8, all.rangeExcl(new int[0][]).getSize());
                            assertEquals(0, all.rangeExcl(new int[][] {{7, 0, -1}}).getSize());
                            Group some = all.incl(new int[] {5, 3, 1});
                            Group again = some.rangeIncl(new int[][] {{2, 0, -1}});
                            assertArrayEquals(new int[] {1, 3, 5}, members(again));
                            assertEquals(MPI.SIMILAR, Group.compare(some, again));
                        });
    }

    @Test
    default void shouldNameTheErrorClassWhenRanksAreWrong() {
        job(4).run(
                        () -> {
                            returningWorld();
                            Group all = MPI.COMM_WORLD.getGroup();
                            int[][][] wrong = {
                                {{0, 3, 0}},
                                {{0, 3, -1}},
                                {{3, 0, 1}},
                                {{-1, 2, 1}},
                                {{0, 4, 1}},
                                {{0, 2, 1}, {2, 3, 1}},
                                {{0, Integer.MAX_VALUE, 1}}
                            };
                            for (int[][] ranges : wrong) {
                                assertFails(MPI.ERR_RANK, () -> all.rangeIncl(ranges));
                                assertFails(MPI.ERR_RANK, () -> all.Range_excl(ranges));
                            }
                            assertFails(MPI.ERR_ARG, () -> all.rangeIncl(new int[][] {{0, 1}}));
                            assertFails(MPI.ERR_ARG, () -> all.rangeIncl(null));
                            assertFails(MPI.ERR_ARG, () -> all.incl(null));
                            assertFails(MPI.ERR_RANK, () -> all.incl(new int[] {0, 0}));
                            assertFails(MPI.ERR_RANK, () -> all.excl(new int[] {-1}));
                            int[] undefined = {MPI.UNDEFINED};
                            assertFails(
                                    MPI.ERR_RANK, () -> Group.translateRanks(all, undefined, all));
                            assertFails(
                                    MPI.ERR_GROUP,
                                    () -> Group.translateRanks(all, undefined, MPI.GROUP_NULL));
                            assertFails(MPI.ERR_GROUP, () -> Group.compare(all, null));
                            assertFails(MPI.ERR_GROUP, MPI.GROUP_NULL::getSize);
                            assertFails(MPI.ERR_GROUP, MPI.GROUP_NULL::free);
                        });
    }

    @Test
    default void shouldBeEmptyWhenNoRankIsLeft() {
        job(3).run(
                        () -> {
                            Group all = MPI.COMM_WORLD.getGroup();
                            Group none = all.incl(new int[0]);
                            assertEquals(0, none.getSize());
                            assertEquals(MPI.UNDEFINED, none.getRank());
                            assertEquals(MPI.IDENT, Group.compare(none, MPI.GROUP_EMPTY));
                            assertEquals(MPI.UNEQUAL, Group.compare(none, all));
                            Group empty = MPI.GROUP_EMPTY;
                            assertEquals(MPI.IDENT, Group.compare(all, Group.union(all, empty)));
                            assertEquals(MPI.IDENT, Group.compare(all, Group.union(empty, all)));
                            assertEquals(0, Group.difference(all, all).getSize());
                            assertEquals(0, Group.intersection(all, empty).getSize());
                            int[] outside = {MPI.PROC_NULL, MPI.PROC_NULL};
                            assertArrayEquals(outside, Group.translateRanks(empty, outside, all));
                            int[] ranks = {0, 1, 2};
                            int[] undefined = {MPI.UNDEFINED, MPI.UNDEFINED, MPI.UNDEFINED};
                            assertArrayEquals(undefined, Group.translateRanks(all, ranks, empty));
                            assertTrue(MPI.COMM_WORLD.create(empty).isNull());
                            empty.free();
                            assertEquals(0, MPI.GROUP_EMPTY.getSize());
                        });
    }

    @Test
    default void shouldOutliveItsCommunicatorWhenThatIsFreed() {
        job(2).run(
                        () -> {
                            Intracomm copy = MPI.COMM_WORLD.dup();
                            Group group = copy.getGroup();
                            copy.free();
                            assertEquals(2, group.getSize());
                            assertEquals(MPI.COMM_WORLD.getRank(), group.getRank());
                            Group other = MPI.COMM_WORLD.getGroup();
                            group.free();
                            assertTrue(group.isNull());
                            assertEquals(2, other.getSize());
                        });
    }
}
