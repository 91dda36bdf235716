package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Groups and communicators. MPI-4.1 chapter 7. */
interface CommunicatorTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 16})
    default void shouldKeepMessagesApartWhenDuplicated(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            Intracomm[] comms = {
                                world.dup(), world.clone(), world.iDup(), world.dupWithInfo(null)
                            };
                            comms[2].getRequest().waitFor();
                            int right = (world.getRank() + 1) % ranks;
                            int left = (world.getRank() + ranks - 1) % ranks;
                            Request[] sends = new Request[4];
                            for (int c = 0; c < 4; c++) {
                                sends[c] = comms[c].iSend(new int[] {c}, 1, MPI.INT, right, 0);
                            }
                            int[] got = new int[1];
                            assertNull(world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
                            for (int c = 3; c >= 0; c--) {
                                comms[c].recv(got, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                                assertEquals(c, got[0]);
                            }
                            Request.waitAll(sends);
                            assertEquals(MPI.CONGRUENT, Comm.compare(world, comms[0]));
                            assertEquals(MPI.IDENT, Intracomm.Compare(world, world));
                            assertTrue(left >= 0);
                            for (Intracomm comm : comms) {
                                comm.free();
                                assertTrue(comm.isNull());
                            }
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 8, 16})
    default void shouldOrderByKeyWhenSplit(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            int me = MPI.COMM_WORLD.getRank();
                            Intracomm half = MPI.COMM_WORLD.split(me % 2, -me);
                            int size = (ranks + 1 - me % 2) / 2;
                            assertEquals(size, half.getSize());
                            assertEquals(size - 1 - me / 2, half.getRank());
                            int[] got = {me};
                            int next = (half.Rank() + 1) % size;
                            int before = (half.Rank() + size - 1) % size;
                            half.sendRecvReplace(got, 1, MPI.INT, next, 0, before, 0);
                            assertEquals(me % 2, got[0] % 2);
                            Intracomm none = MPI.COMM_WORLD.split(me == 0 ? MPI.UNDEFINED : 0, 0);
                            assertEquals(me == 0, none.isNull());
                            Intracomm absent = MPI.COMM_WORLD.Split(me == 0 ? MPI.UNDEFINED : 0, 0);
                            assertEquals(me == 0, absent == null);
                            int compared = Comm.Compare(MPI.COMM_WORLD, half);
                            assertEquals(MPI.UNEQUAL, compared);
                            Intracomm turned = MPI.COMM_WORLD.Split(0, -me);
                            assertEquals(MPI.SIMILAR, Comm.compare(MPI.COMM_WORLD, turned));
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    default void shouldHaveOnlyTheGroupWhenCreated(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            Group all = world.getGroup();
                            int[] some = {ranks - 1, 0};
                            Group ends = all.incl(some);
                            boolean member = me == 0 || me == ranks - 1;
                            Intracomm created = world.create(ends);
                            assertEquals(!member, created.isNull());
                            Intracomm capitalised = world.Create(ends);
                            assertEquals(member, capitalised != null);
                            if (member) {
                                assertEquals(me == 0 ? 1 : 0, created.getRank());
                                Intracomm again = world.createGroup(ends, 7);
                                int[] got = {me};
                                int peer = 1 - again.getRank();
                                again.sendRecvReplace(got, 1, MPI.INT, peer, 0, peer, 0);
                                assertEquals(me == 0 ? ranks - 1 : 0, got[0]);
                                assertEquals(
                                        MPI.IDENT,
                                        Group.compare(again.getGroup(), capitalised.Group()));
                            }
                        });
    }

    @Test
    default void shouldComputeSetsWhenGivenGroups() {
        job(6).run(CommunicatorTests::computeSets);
    }

    private static int[] members(Group group) {
        int[] ranks = new int[group.getSize()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = i;
        }
        return Group.translateRanks(group, ranks, MPI.COMM_WORLD.getGroup());
    }

    private static void computeSets() {
        Group all = MPI.COMM_WORLD.Group();
        assertEquals(6, all.Size());
        assertEquals(MPI.COMM_WORLD.getRank(), all.Rank());
        Group even = all.Incl(new int[] {0, 2, 4});
        Group low = all.incl(new int[] {2, 1, 0});
        assertArrayEquals(new int[] {0, 2, 4, 1}, members(Group.union(even, low)));
        assertArrayEquals(new int[] {2, 1, 0, 4}, members(Group.Union(low, even)));
        assertArrayEquals(new int[] {0, 2}, members(Group.intersection(even, low)));
        assertArrayEquals(new int[] {2, 0}, members(Group.Intersection(low, even)));
        assertArrayEquals(new int[] {4}, members(Group.difference(even, low)));
        assertArrayEquals(new int[] {1}, members(Group.Difference(low, even)));
        assertArrayEquals(new int[] {1, 3, 5}, members(all.excl(new int[] {0, 2, 4})));
        assertArrayEquals(new int[] {3, 4, 5}, members(all.Excl(new int[] {0, 1, 2})));
        int[][] ranges = {{0, 4, 2}, {5, 5, 1}};
        assertArrayEquals(new int[] {0, 2, 4, 5}, members(all.rangeIncl(ranges)));
        assertArrayEquals(new int[] {1, 3}, members(all.Range_excl(ranges)));
        assertArrayEquals(new int[] {5, 3}, members(all.Range_incl(new int[][] {{5, 2, -2}})));
        assertArrayEquals(new int[] {0, 1}, members(all.rangeExcl(new int[][] {{2, 5, 1}})));
        int[] in = {0, 1, 2, MPI.PROC_NULL};
        assertArrayEquals(
                new int[] {2, MPI.UNDEFINED, 0, MPI.PROC_NULL},
                Group.Translate_ranks(all.incl(new int[] {0, 5, 2}), in, low));
        assertEquals(MPI.SIMILAR, Group.compare(low, all.incl(new int[] {0, 1, 2})));
        assertEquals(MPI.UNEQUAL, Group.Compare(low, even));
        assertEquals(MPI.IDENT, Group.Compare(even, even));
        assertEquals(0, MPI.GROUP_EMPTY.getSize());
        assertEquals(MPI.UNDEFINED, MPI.GROUP_EMPTY.getRank());
        assertEquals(0, Group.intersection(even, MPI.GROUP_EMPTY).getSize());
        returningWorld();
        assertFails(MPI.ERR_RANK, () -> all.incl(new int[] {6}));
        assertFails(MPI.ERR_RANK, () -> all.Excl(new int[] {1, 1}));
        assertFails(MPI.ERR_RANK, () -> Group.translateRanks(all, new int[] {-1}, low));
        assertFails(MPI.ERR_RANK, () -> all.rangeIncl(new int[][] {{0, 3, 0}}));
        even.free();
        assertTrue(even.isNull());
        assertFails(MPI.ERR_GROUP, even::Size);
        assertFails(MPI.ERR_GROUP, () -> Group.union(even, low));
        assertFails(MPI.ERR_GROUP, () -> MPI.COMM_WORLD.create(even));
        assertFails(MPI.ERR_GROUP, () -> MPI.COMM_WORLD.Create(null));
        assertFails(MPI.ERR_GROUP, () -> MPI.COMM_SELF.Create(all));
    }

    @Test
    default void shouldFailWithCommWhenUsedAfterFree() {
        job(2).run(
                        () -> {
                            returningWorld();
                            Intracomm comm = MPI.COMM_WORLD.dup();
                            assertEquals(MPI.ERRORS_RETURN, comm.getErrhandler());
                            comm.Free();
                            int[] data = {1};
                            assertFails(MPI.ERR_COMM, comm::getRank);
                            assertFails(MPI.ERR_COMM, comm::Size);
                            assertFails(MPI.ERR_COMM, comm::free);
                            assertFails(MPI.ERR_COMM, comm::dup);
                            assertFails(MPI.ERR_COMM, () -> comm.send(data, 1, MPI.INT, 0, 0));
                            assertFails(MPI.ERR_COMM, () -> comm.Irecv(data, 0, 1, MPI.INT, 0, 0));
                            assertFails(MPI.ERR_COMM, () -> comm.Split(0, 0));
                            assertFails(MPI.ERR_COMM, () -> Comm.compare(comm, MPI.COMM_WORLD));
                            assertFails(MPI.ERR_COMM, () -> MPI.COMM_NULL.getSize());
                            assertFails(MPI.ERR_COMM, () -> MPI.COMM_WORLD.free());
                            assertFails(MPI.ERR_COMM, () -> MPI.COMM_SELF.Free());
                        });
    }

    @Test
    default void shouldFinishWhatIsInFlightWhenACommunicatorIsFreed() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD.dup();
                            int n = 1 << 18;
                            int[] data = new int[n];
                            int me = comm.getRank();
                            data[n - 1] = 9 - 9 * me;
                            Request request =
                                    me == 0
                                            ? comm.iSend(data, n, MPI.INT, 1, 0)
                                            : comm.iRecv(data, n, MPI.INT, 0, 0);
                            comm.free();
                            request.waitFor();
                            assertEquals(9, data[n - 1]);
                        });
    }

    @Test
    default void shouldKeepNamesInfoAndAttributesWhenSet() {
        job(1).run(
                        () -> {
                            Intracomm world = returningWorld();
                            assertEquals("MPI_COMM_WORLD", world.getName());
                            assertEquals("MPI_COMM_SELF", MPI.COMM_SELF.getName());
                            Intracomm comm = world.dup();
                            assertEquals("", comm.getName());
                            comm.setName("mine");
                            assertEquals("mine", comm.getName());
                            Info info = new Info();
                            info.set("key", "value");
                            comm.setInfo(info);
                            assertEquals("value", comm.getInfo().get("key"));
                            int key = Comm.createKeyval();
                            assertNull(comm.getAttr(key));
                            comm.setAttr(key, List.of(1, 2));
                            Intracomm copy = comm.dup();
                            assertEquals(List.of(1, 2), copy.getAttr(key));
                            comm.deleteAttr(key);
                            assertNull(comm.Attr_get(key));
                            assertNotNull(copy.Attr_get(key));
                            Comm.freeKeyval(key);
                            assertEquals(List.of(1, 2), copy.getAttr(key));
                            copy.deleteAttr(key);
                            assertFails(MPI.ERR_KEYVAL, () -> copy.getAttr(key));
                            assertEquals(Integer.MAX_VALUE, world.getAttr(MPI.TAG_UB));
                            assertEquals(1, world.getAttr(MPI.UNIVERSE_SIZE));
                            assertSame(Boolean.FALSE, world.Attr_get(MPI.WTIME_IS_GLOBAL));
                            int last = (Integer) world.getAttr(MPI.LASTUSEDCODE);
                            assertTrue(last >= MPI.ERR_LASTCODE);
                            assertEquals(MPI.PROC_NULL, world.getAttr(MPI.HOST));
                            assertEquals(MPI.ANY_SOURCE, world.getAttr(MPI.IO));
                            assertEquals(0, world.getAttr(MPI.APPNUM));
                            int other = Comm.createKeyval();
                            int[] value = {1};
                            world.setAttr(other, value);
                            value[0] = 2;
                            int[] stored = (int[]) world.getAttr(other);
                            assertEquals(1, stored[0]);
                            assertFails(MPI.ERR_TYPE, () -> world.setAttr(other, new Object()));
                            assertEquals(MPI.UNDEFINED, world.getTopology());
                            assertEquals(MPI.UNDEFINED, world.Topo_test());
                            assertFalse(world.isInter() || world.Test_inter());
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    default void shouldBeThoseWhoShareMemoryWhenSplitByType(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm world = returningWorld();
                            int me = world.getRank();
                            Intracomm node = world.splitType(Comm.TYPE_SHARED, -me, MPI.INFO_NULL);
                            assertEquals(ranks, node.getSize());
                            assertEquals(ranks - 1 - me, node.getRank());
                            int type = me == 0 ? MPI.UNDEFINED : Comm.TYPE_SHARED;
                            Intracomm some = world.splitType(type, 0, null);
                            assertEquals(me == 0, some.isNull());
                            Info info = new Info();
                            info.set("musubi_shared", "jvm");
                            Intracomm jvm = world.splitType(Comm.TYPE_SHARED, 0, info);
                            long[] mine = {ProcessHandle.current().pid()};
                            long[] theirs = new long[1];
                            int same = 0;
                            for (int r = 0; r < ranks; r++) {
                                world.iSend(mine, 1, MPI.LONG, r, 0);
                            }
                            for (int r = 0; r < ranks; r++) {
                                world.recv(theirs, 1, MPI.LONG, r, 0);
                                same += theirs[0] == mine[0] ? 1 : 0;
                            }
                            assertEquals(same, jvm.getSize());
                            assertFails(MPI.ERR_ARG, () -> world.splitType(77, 0, null));
                        });
    }

    @Test
    default void shouldCutNamesWhenTheyAreTooLong() {
        job(1).run(
                        () -> {
                            Intracomm world = returningWorld();
                            String name = "n".repeat(MPI.MAX_OBJECT_NAME);
                            Intracomm comm = world.dup();
                            comm.setName(name);
                            assertEquals(name.substring(1), comm.getName());
                            assertEquals("", comm.dup().getName());
                            world.setName("COMM_MINE");
                            assertEquals("COMM_MINE", world.getName());
                            assertEquals("MPI_COMM_NULL", MPI.COMM_NULL.getName());
                            assertFails(MPI.ERR_ARG, () -> comm.setName(null));
                            assertFails(MPI.ERR_COMM, MPI.COMM_NULL::getGroup);
                            assertFails(MPI.ERR_COMM, MPI.COMM_NULL::disconnect);
                            assertFails(MPI.ERR_COMM, world::disconnect);
                            assertTrue(MPI.COMM_NULL.isNull());
                        });
    }

    @Test
    default void shouldNotWaitForOthersWhenDuplicatedWithARequest() {
        job(2).run(
                        () -> {
                            Intracomm world = returningWorld();
                            int[] data = {4};
                            if (world.getRank() == 1) {
                                world.recv(data, 1, MPI.INT, 0, 0);
                            }
                            Intracomm copy = world.iDup();
                            if (world.getRank() == 0) {
                                assertFalse(copy.isNull());
                                assertFalse(copy.getRequest().test());
                                MPIException e = assertFails(MPI.ERR_COMM, copy::getSize);
                                assertTrue(e.getMessage().contains("getRequest()"), e.getMessage());
                                assertFails(MPI.ERR_COMM, () -> copy.iSend(data, 1, MPI.INT, 1, 0));
                                assertFails(MPI.ERR_COMM, copy::free);
                                assertFails(MPI.ERR_REQUEST, copy.getRequest()::cancel);
                                world.send(data, 1, MPI.INT, 1, 0);
                            }
                            copy.getRequest().waitFor();
                            assertEquals(MPI.CONGRUENT, Comm.compare(world, copy));
                            int peer = 1 - copy.getRank();
                            copy.sendRecvReplace(data, 1, MPI.INT, peer, 0, peer, 0);
                            copy.free();
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6, 16})
    default void shouldGetDifferentContextsWhenManyAreDuplicatedAtOnce(int ranks) {
        job(ranks).run(CommunicatorTests::duplicateManyAtOnce);
    }

    private static void duplicateManyAtOnce() {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        Intracomm row = world.split(me / 2, 0);
        Intracomm column = world.split(me % 2, 0);
        Intracomm[] kept = new Intracomm[3 * me];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = MPI.COMM_SELF.dup();
        }
        int rounds = 20;
        Intracomm[] made = new Intracomm[3 * rounds];
        for (int i = 0; i < rounds; i++) {
            // In another order on other ranks, as is permitted for non-blocking calls.
            Intracomm[] parents = {row, column, world};
            for (int k = 0; k < 3; k++) {
                int which = (k + me) % 3;
                made[3 * i + which] = parents[which].iDup();
            }
        }
        Intracomm blocking = row.dup();
        Set<Integer> contexts = new HashSet<>();
        contexts.add(Comm.core(blocking, MPI.rank).contextId());
        for (int i = 0; i < made.length; i++) {
            // From the last to the first, so that most were complete before.
            made[made.length - 1 - i].getRequest().waitFor();
        }
        for (Intracomm comm : made) {
            assertTrue(contexts.add(Comm.core(comm, MPI.rank).contextId()));
            int[] sum = {comm.getRank()};
            int n = comm.getSize();
            int next = (sum[0] + 1) % n;
            int before = (sum[0] + n - 1) % n;
            comm.sendRecvReplace(sum, 1, MPI.INT, next, 0, before, 0);
            assertEquals(before, sum[0]);
        }
    }
}
