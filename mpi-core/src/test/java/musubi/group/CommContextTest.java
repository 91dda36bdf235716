package musubi.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/** Contexts of communicators, and when two participant sets are the same. */
class CommContextTest {
    private static final class Context extends CommContext {
        Context(int id, RankGroup group, RankGroup peers) {
            super(id, group, peers);
        }

        void agree(int id) {
            setId(id);
        }

        static Context pending(RankGroup group, RankGroup peers) {
            return new Context(NO_ID, group, peers);
        }
    }

    private static RankGroup group(int me, int... worldRanks) {
        return new RankGroup(RankMap.of(worldRanks), me);
    }

    @Test
    void shouldHaveTwoContextsForEachCommunicator() {
        RankGroup group = group(4, 7, 4, 9);
        Context comm = new Context(6, group, group);
        assertEquals(12, comm.contextId());
        assertEquals(13, comm.collectiveContextId());
        assertFalse(ContextId.isCollective(12));
        assertTrue(ContextId.isCollective(13));
        assertEquals("communicator6", ContextId.nameOf(13));
        assertEquals("COMM_WORLD", ContextId.nameOf(1));
        assertEquals("COMM_SELF", ContextId.nameOf(2));
        assertFalse(comm.isPending());
        assertFalse(comm.isInter());
        assertNull(comm.remoteGroup());
        assertEquals(1, comm.rank());
        assertEquals(3, comm.size());
        assertSame(group, comm.group());
    }

    @Test
    void shouldSendToTheRemoteGroupOfAnIntercommunicator() {
        RankGroup remote = group(4, 1, 2);
        Context comm = Context.pending(group(4, 4), remote);
        assertTrue(comm.isPending() && comm.isInter());
        comm.agree(0);
        assertFalse(comm.isPending());
        assertSame(remote, comm.remoteGroup());
        assertSame(remote, comm.peers());
        assertEquals(1, comm.worldRank(0));
        assertEquals(2, comm.worldRank(1));
        MpiFailure failure = assertThrows(MpiFailure.class, () -> comm.worldRank(2));
        assertEquals(ErrorClass.RANK, failure.errorClass());
        assertEquals(
                "no such rank in the remote group: rank=2 size=2; use 0 to 1",
                failure.getMessage());
        assertThrows(MpiFailure.class, () -> comm.worldRank(-1));
        RankGroup alone = group(4, 4);
        Context intra = new Context(1, alone, alone);
        assertTrue(
                assertThrows(MpiFailure.class, () -> intra.worldRank(1))
                        .getMessage()
                        .startsWith("no such rank in the communicator"));
    }

    /** A set of each form: progressions, runs, a grid, a table. */
    private static List<int[]> forms() {
        return List.of(
                new int[] {5},
                IntStream.range(3, 40).toArray(),
                IntStream.range(0, 40).map(i -> 7 + 3 * i).toArray(),
                IntStream.range(0, 40).map(i -> 200 - 2 * i).toArray(),
                IntStream.range(0, 48).map(i -> i % 4 + 10 * (i / 4)).toArray(),
                IntStream.range(0, 48).map(i -> i % 4 + 10 * (i / 4) + 1).toArray(),
                IntStream.range(0, 48).map(i -> i % 4 + 11 * (i / 4)).toArray(),
                IntStream.range(0, 60).map(i -> i < 20 ? i : i + 100).toArray(),
                IntStream.range(0, 60).map(i -> i < 21 ? i : i + 100).toArray(),
                IntStream.range(0, 60).map(i -> i < 20 ? i : i + 101).toArray(),
                IntStream.range(0, 61).map(i -> i < 20 ? i : i + 100).toArray(),
                IntStream.range(0, 60).map(i -> i * i % 997).toArray(),
                IntStream.range(0, 59).map(i -> i * i % 997).toArray(),
                IntStream.range(0, 60).map(i -> i * i % 991).toArray());
    }

    @Test
    void shouldTakeSetsOfTheSameRanksForEqual() {
        List<int[]> forms = forms();
        for (int i = 0; i < forms.size(); i++) {
            RankMap map = RankMap.of(forms.get(i));
            for (int j = 0; j < forms.size(); j++) {
                RankMap other = RankMap.of(forms.get(j).clone());
                assertEquals(i == j, map.equals(other), i + " and " + j);
                if (i == j) {
                    assertEquals(map.hashCode(), other.hashCode());
                }
            }
            assertNotEquals(map, "a text");
        }
    }

    @Test
    void shouldSpreadTheHashesOfSets() {
        long hashes =
                forms().stream().map(ranks -> RankMap.of(ranks).hashCode()).distinct().count();
        assertTrue(hashes >= forms().size() - 1, "hashes=" + hashes);
    }

    @Test
    void shouldShareEqualSets() {
        ParticipantSets sets = new ParticipantSets();
        RankGroup first = group(4, 7, 4, 9).interned(sets, _ -> null);
        RankGroup second = group(9, 7, 4, 9).interned(sets, _ -> null);
        assertEquals(1, first.rank());
        assertEquals(2, second.rank());
        assertEquals(Comparison.IDENT, first.compare(second));
        assertSame(first, first.interned(sets, _ -> null));
    }

    @Test
    void shouldRejectAGroupWithOtherRanks() {
        RankGroup all = group(4, 7, 4, 9);
        all.checkContains(group(4, 9, 4));
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> all.checkContains(group(4, 9, 5)));
        assertEquals(ErrorClass.GROUP, failure.errorClass());
        assertTrue(failure.getMessage().contains("rank in group=1 rank in world=5"));
        assertThrows(MpiFailure.class, () -> group(4, 7).checkContains(group(4, 0)));
        group(4, 0).checkContains(group(4, 0));
    }
}
