package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Intercommunicators without collectives. MPI-4.1 section 7.6. */
interface IntercommTests extends InJob {
    /** An intercommunicator of the first ranks and the others, with leaders in the middle. */
    static Intercomm between(int first) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        boolean low = me < first;
        Intracomm half = world.split(low ? 0 : 1, me);
        int others = world.getSize() - first;
        int leader = half.getSize() / 2;
        return world.createIntercomm(half, leader, low ? first + others / 2 : first / 2, 5);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 5", "4, 3"})
    default void shouldHaveBothGroupsWhenCreated(int p, int q) {
        job(p + q)
                .run(
                        () -> {
                            int me = MPI.COMM_WORLD.getRank();
                            boolean low = me < p;
                            Intercomm inter = between(p);
                            assertEquals(low ? p : q, inter.getSize());
                            assertEquals(low ? me : me - p, inter.getRank());
                            assertEquals(low ? q : p, inter.getRemoteSize());
                            assertEquals(low ? q : p, inter.Remote_size());
                            assertTrue(inter.isInter() && inter.Test_inter());
                            assertFalse(MPI.COMM_WORLD.isInter());
                            Group all = MPI.COMM_WORLD.getGroup();
                            int[][] others = {{low ? p : 0, low ? p + q - 1 : p - 1, 1}};
                            Group remote = all.rangeIncl(others);
                            assertEquals(MPI.IDENT, Group.compare(remote, inter.getRemoteGroup()));
                            Group own = all.rangeExcl(others);
                            assertEquals(MPI.IDENT, Group.compare(own, inter.getGroup()));
                            assertEquals(MPI.IDENT, Group.Compare(remote, inter.Remote_group()));
                            assertEquals(MPI.UNDEFINED, inter.getRemoteGroup().getRank());
                            assertEquals(MPI.UNDEFINED, inter.getTopology());
                            assertEquals(MPI.IDENT, Comm.compare(inter, inter));
                            assertEquals(MPI.UNEQUAL, Comm.compare(inter, MPI.COMM_WORLD));
                            assertEquals(MPI.CONGRUENT, Comm.compare(inter, inter.dup()));
                            Intercomm turned = inter.split(3, -inter.getRank());
                            int expected = p + q == 2 ? MPI.CONGRUENT : MPI.SIMILAR;
                            assertEquals(expected, Comm.compare(inter, turned));
                            inter.free();
                            assertTrue(inter.isNull());
                        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 5"})
    default void shouldReachTheRemoteGroupInAllModes(int p, int q) {
        job(p + q).run(() -> sendInAllModes(between(p)));
    }

    private static void sendInAllModes(Intercomm inter) {
        int me = inter.getRank();
        int remote = inter.getRemoteSize();
        MPI.attachBuffer(new byte[(8 + MPI.BSEND_OVERHEAD) * remote]);
        for (int mode = 0; mode < 4; mode++) {
            int[][] got = new int[remote][2];
            Request[] receives = new Request[remote];
            for (int r = 0; r < remote; r++) {
                boolean any = mode % 2 == 1;
                receives[r] =
                        any
                                ? inter.iRecv(got[r], 2, MPI.INT, MPI.ANY_SOURCE, mode)
                                : inter.iRecv(got[r], 2, MPI.INT, r, MPI.ANY_TAG);
            }
            InJob.meet();
            for (int r = 0; r < remote; r++) {
                int[] mine = {me, 10 * mode + r};
                switch (mode) {
                    case 0 -> inter.send(mine, 2, MPI.INT, r, mode);
                    case 1 -> inter.Ssend(mine, 0, 2, MPI.INT, r, mode);
                    case 2 -> inter.rSend(mine, 2, MPI.INT, r, mode);
                    default -> inter.bSend(mine, 2, MPI.INT, r, mode);
                }
            }
            Status[] statuses = Request.waitAllStatus(receives);
            boolean[] seen = new boolean[remote];
            for (int r = 0; r < remote; r++) {
                assertEquals(statuses[r].getSource(), got[r][0]);
                assertEquals(mode, statuses[r].getTag());
                assertEquals(10 * mode + me, got[r][1]);
                assertFalse(seen[got[r][0]]);
                seen[got[r][0]] = true;
            }
            InJob.meet();
        }
        MPI.detachBuffer();
        assertNull(inter.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3"})
    default void shouldExchangeWhenSendingAndReceivingAtOnce(int p, int q) {
        job(p + q)
                .run(
                        () -> {
                            Intercomm inter = between(p);
                            int me = inter.getRank();
                            int world = MPI.COMM_WORLD.getRank();
                            int other = (world + p) % (p + q);
                            int[] got = new int[1];
                            int[] mine = {world};
                            Status status =
                                    inter.sendRecv(mine, 1, MPI.INT, me, 1, got, 1, MPI.INT, me, 1);
                            assertEquals(me, status.getSource());
                            assertEquals(other, got[0]);
                            inter.sendRecvReplace(mine, 1, MPI.INT, me, 2, MPI.ANY_SOURCE, 2);
                            assertEquals(other, mine[0]);
                            Prequest[] both = {
                                inter.sendInit(new int[] {world}, 1, MPI.INT, me, 3),
                                inter.recvInit(got, 1, MPI.INT, me, 3)
                            };
                            for (int i = 0; i < 3; i++) {
                                got[0] = -1;
                                Prequest.startAll(both);
                                Request.waitAll(both);
                                assertEquals(other, got[0]);
                            }
                            int n = 1 << 17;
                            long[] large = new long[n];
                            large[n - 1] = world;
                            Request sent = inter.iSend(large, n, MPI.LONG, me, 4);
                            Status seen = inter.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                            assertEquals(n, seen.getCount(MPI.LONG));
                            assertEquals(me, seen.getSource());
                            long[] arrived = new long[n];
                            Message message = new Message();
                            message.mProbe(me, 4, inter);
                            message.mRecv(arrived, n, MPI.LONG);
                            sent.waitFor();
                            assertEquals(other, arrived[n - 1]);
                        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 5"})
    default void shouldOrderTheGroupsWhenMerged(int p, int q) {
        job(p + q)
                .run(
                        () -> {
                            int me = MPI.COMM_WORLD.getRank();
                            boolean low = me < p;
                            Intercomm inter = between(p);
                            Intracomm merged = inter.merge(!low);
                            assertEquals(MPI.CONGRUENT, Comm.compare(MPI.COMM_WORLD, merged));
                            Intracomm turned = inter.Merge(low);
                            assertEquals(p + q, turned.getSize());
                            assertEquals(low ? q + me : me - p, turned.getRank());
                            for (boolean high : new boolean[] {false, true}) {
                                Intracomm same = inter.merge(high);
                                assertEquals(me, same.getRank());
                                int next = (me + 1) % (p + q);
                                int before = (me + p + q - 1) % (p + q);
                                int[] got = {me};
                                same.sendRecvReplace(got, 1, MPI.INT, next, 0, before, 0);
                                assertEquals(before, got[0]);
                                same.free();
                            }
                        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 5"})
    default void shouldKeepGroupsMessagesApartWhenDuplicated(int p, int q) {
        job(p + q)
                .run(
                        () -> {
                            Intercomm inter = between(p);
                            Intercomm[] comms = {
                                inter.dup(), inter.clone(), inter.iDup(), inter.dupWithInfo(null)
                            };
                            comms[2].getRequest().waitFor();
                            int me = inter.getRank();
                            int remote = inter.getRemoteSize();
                            for (int c = 0; c < 4; c++) {
                                for (int r = 0; r < remote; r++) {
                                    comms[c].iSend(new int[] {c, me}, 2, MPI.INT, r, 0);
                                }
                            }
                            assertNull(inter.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
                            int[] got = new int[2];
                            for (int c = 3; c >= 0; c--) {
                                for (int r = 0; r < remote; r++) {
                                    Status status =
                                            comms[c].recv(got, 2, MPI.INT, MPI.ANY_SOURCE, 0);
                                    assertEquals(c, got[0]);
                                    assertEquals(status.getSource(), got[1]);
                                }
                                comms[c].disconnect();
                            }
                        });
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 5", "4, 3"})
    default void shouldPairThoseOfAColourWhenSplit(int p, int q) {
        job(p + q)
                .run(
                        () -> {
                            Intercomm inter = between(p);
                            int me = inter.getRank();
                            Intercomm parity = inter.split(me % 2, -me);
                            int mine = inter.getSize();
                            int theirs = inter.getRemoteSize();
                            int odd = me % 2;
                            assertEquals((mine + 1 - odd) / 2, parity.getSize());
                            assertEquals((theirs + 1 - odd) / 2, parity.getRemoteSize());
                            assertEquals(parity.getSize() - 1 - me / 2, parity.getRank());
                            int[] got = new int[1];
                            for (int r = 0; r < parity.getRemoteSize(); r++) {
                                parity.iSend(new int[] {me}, 1, MPI.INT, r, 0);
                            }
                            for (int r = 0; r < parity.getRemoteSize(); r++) {
                                parity.recv(got, 1, MPI.INT, r, 0);
                                assertEquals(2 * (parity.getRemoteSize() - 1 - r) + odd, got[0]);
                            }
                            boolean low = MPI.COMM_WORLD.getRank() < p;
                            assertTrue(inter.split(low ? 0 : 1, 0).isNull());
                            Intercomm some = inter.Split(me == 0 ? MPI.UNDEFINED : 1, 0);
                            assertEquals(me == 0, some == null);
                        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 5"})
    default void shouldJoinTheGroupsPassedWhenCreatedFromAnother(int p, int q) {
        job(p + q)
                .run(
                        () -> {
                            Intercomm inter = between(p);
                            Group own = inter.getGroup();
                            int last = inter.getSize() - 1;
                            int[] ends = last == 0 ? new int[] {0} : new int[] {last, 0};
                            Intercomm made = inter.create(own.incl(ends));
                            int me = inter.getRank();
                            boolean isIn = me == 0 || me == last;
                            assertEquals(!isIn, made.isNull());
                            if (isIn) {
                                assertEquals(ends.length, made.getSize());
                                assertEquals(me == last ? 0 : 1, made.getRank());
                                assertEquals(
                                        Math.min(2, inter.getRemoteSize()), made.getRemoteSize());
                            }
                            boolean low = MPI.COMM_WORLD.getRank() < p;
                            Group none = low ? own : MPI.GROUP_EMPTY;
                            assertNull(inter.Create(none));
                            InJob.assertFails(
                                    MPI.ERR_GROUP,
                                    () -> {
                                        returningWorld();
                                        inter.setErrhandler(MPI.ERRORS_RETURN);
                                        inter.create(inter.getRemoteGroup());
                                    });
                        });
    }

    @Test
    default void shouldFailWithCommWhenGroupsOverlap() {
        job(3).run(
                        () -> {
                            Intracomm world = returningWorld();
                            int me = world.getRank();
                            assertFails(MPI.ERR_COMM, () -> world.createIntercomm(world, 0, 2, 0));
                            assertFails(MPI.ERR_COMM, () -> world.Create_intercomm(world, 1, 1, 0));
                            Intracomm low = world.split(me < 2 ? 0 : MPI.UNDEFINED, 0);
                            Intracomm high = world.split(me > 0 ? 0 : MPI.UNDEFINED, 0);
                            // Rank 1 is in both groups, and its two calls have different leaders.
                            if (me != 1) {
                                int remote = me == 0 ? 2 : 0;
                                Intracomm local = me == 0 ? low : high;
                                int leader = me == 0 ? 0 : 1;
                                assertFails(
                                        MPI.ERR_COMM,
                                        () -> world.createIntercomm(local, leader, remote, 9));
                            } else {
                                assertFails(
                                        MPI.ERR_COMM, () -> world.createIntercomm(low, 0, 2, 9));
                                assertFails(
                                        MPI.ERR_COMM, () -> world.createIntercomm(high, 1, 0, 9));
                            }
                            InJob.meet();
                        });
    }

    @Test
    default void shouldFailOnTheWholeGroupWhenTheLeaderPassesNonsense() {
        job(3).run(
                        () -> {
                            Intracomm world = returningWorld();
                            Intracomm c = world.dup();
                            assertFails(MPI.ERR_RANK, () -> world.createIntercomm(c, 3, 0, 0));
                            assertFails(MPI.ERR_RANK, () -> world.createIntercomm(c, -1, 0, 0));
                            assertFails(MPI.ERR_RANK, () -> world.createIntercomm(c, 0, 3, 0));
                            assertFails(MPI.ERR_TAG, () -> world.createIntercomm(c, 1, 0, -1));
                            assertFails(
                                    MPI.ERR_COMM, () -> MPI.COMM_NULL.createIntercomm(c, 0, 1, 0));
                            assertFails(MPI.ERR_COMM, () -> world.createIntercomm(null, 0, 1, 0));
                            Comm none = MPI.COMM_NULL;
                            assertFails(MPI.ERR_COMM, () -> world.createIntercomm(none, 0, 1, 0));
                            Intercomm inter = between(1);
                            assertFails(MPI.ERR_COMM, () -> world.createIntercomm(inter, 0, 1, 0));
                            int beyond = inter.getRemoteSize();
                            int[] data = new int[1];
                            assertFails(
                                    MPI.ERR_RANK, () -> inter.send(data, 1, MPI.INT, beyond, 0));
                            assertFails(
                                    MPI.ERR_RANK, () -> inter.iRecv(data, 1, MPI.INT, beyond, 0));
                            inter.send(data, 1, MPI.INT, MPI.PROC_NULL, 0);
                            Status status = inter.recv(data, 1, MPI.INT, MPI.PROC_NULL, 0);
                            assertEquals(MPI.PROC_NULL, status.getSource());
                            InJob.meet();
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    default void shouldJoinSingleRanksWhenLocalCommIsSelf(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            int other = me ^ 1;
                            Intracomm turned = world.split(0, -me);
                            int place = ranks - 1 - other;
                            Intercomm pair =
                                    turned.Create_intercomm(
                                            MPI.COMM_SELF, 0, place, Integer.MAX_VALUE);
                            int[] got = {me};
                            pair.sendRecvReplace(got, 1, MPI.INT, 0, 0, 0, 0);
                            assertEquals(other, got[0]);
                            // A message of the program with the same tag does not match the
                            // library's.
                            world.isSend(new int[] {7}, 1, MPI.INT, other, 3);
                            Intercomm second = world.createIntercomm(MPI.COMM_SELF, 0, other, 3);
                            assertEquals(1, second.getRemoteSize());
                            world.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                            assertEquals(7, got[0]);
                            Intracomm two = second.merge(me > other);
                            assertEquals(me & 1, two.getRank());
                        });
    }
}
