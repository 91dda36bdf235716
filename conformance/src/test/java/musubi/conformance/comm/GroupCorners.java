package musubi.conformance.comm;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.conformance.Case;

import java.util.List;

/** Section 7.3: corner cases of group operations. */
public final class GroupCorners {
    private GroupCorners() {}

    private static int[] members(Intracomm comm, Group group) {
        return Group.translateRanks(group, ramp(group.getSize(), 0), comm.getGroup());
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.union", "Group.intersection", "Group.difference", "MPI.GROUP_EMPTY"},
            says = "A union with the empty group is the other group, an intersection is empty.")
    static void withEmpty(Intracomm comm) {
        Group all = comm.getGroup();
        Group none = MPI.GROUP_EMPTY;
        assertEquals(MPI.IDENT, Group.compare(all, Group.union(all, none)));
        assertEquals(MPI.IDENT, Group.compare(all, Group.union(none, all)));
        assertEquals(0, Group.intersection(all, none).getSize());
        assertEquals(MPI.IDENT, Group.compare(all, Group.difference(all, none)));
        assertEquals(0, Group.difference(none, all).getSize());
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.union", "Group.intersection"},
            says = "Union and intersection of a group with itself are the group.")
    static void withItself(Intracomm comm) {
        Group all = comm.getGroup();
        assertEquals(MPI.IDENT, Group.compare(all, Group.union(all, all)));
        assertEquals(MPI.IDENT, Group.compare(all, Group.intersection(all, all)));
        assertEquals(MPI.UNEQUAL, Group.compare(all, Group.difference(all, all)));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.incl", "Group.excl"},
            says =
                    "Excluding no rank returns an identical group; excluding all returns the empty"
                            + " group.")
    static void exclAll(Intracomm comm) {
        Group all = comm.getGroup();
        assertEquals(MPI.IDENT, Group.compare(all, all.excl(new int[0])));
        Group none = all.excl(ramp(comm.getSize(), 0));
        assertEquals(MPI.IDENT, Group.compare(MPI.GROUP_EMPTY, none));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.incl"},
            says = "Ranks in an operation on a derived group are those of that group.",
            ranks = 4)
    static void inclOfIncl(Intracomm comm) {
        Group some = comm.getGroup().incl(new int[] {3, 1, 2});
        assertArrayEquals(new int[] {2, 3}, members(comm, some.incl(new int[] {2, 0})));
        assertArrayEquals(new int[] {3, 2}, members(comm, some.excl(new int[] {1})));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.rangeIncl"},
            says = "A range ends before the stride exceeds its last rank.",
            ranks = 4)
    static void rangeEnds(Intracomm comm) {
        Group all = comm.getGroup();
        assertArrayEquals(new int[] {0, 2}, members(comm, all.rangeIncl(new int[][] {{0, 3, 2}})));
        assertArrayEquals(new int[] {3, 0}, members(comm, all.rangeIncl(new int[][] {{3, 0, -3}})));
        assertArrayEquals(new int[] {1}, members(comm, all.rangeIncl(new int[][] {{1, 1, 1}})));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.rangeIncl", "Group.rangeExcl"},
            says = "An empty list of ranges includes no rank and excludes no rank.")
    static void noRanges(Intracomm comm) {
        Group all = comm.getGroup();
        assertEquals(0, all.rangeIncl(new int[0][]).getSize());
        assertEquals(comm.getSize(), all.rangeExcl(new int[0][]).getSize());
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.rangeIncl", "Group.rangeExcl"},
            says = "Stride 0, ranks outside the group and repeated ranks are errors.",
            ranks = 2)
    static void wrongRanges(Intracomm comm) {
        Group all = comm.getGroup();
        int n = comm.getSize();
        for (int[][] ranges :
                List.of(
                        new int[][] {{0, 1, 0}},
                        new int[][] {{0, n, 1}},
                        new int[][] {{0, 1, 1}, {1, 1, 1}})) {
            assertThrows(MPIException.class, () -> all.rangeIncl(ranges));
            assertThrows(MPIException.class, () -> all.rangeExcl(ranges));
        }
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.intersection", "Group.union"},
            says = "Groups of different communicators compare by process.",
            ranks = 2)
    static void ofOthers(Intracomm comm) {
        Intracomm turned = comm.split(0, -comm.getRank());
        assertEquals(MPI.SIMILAR, Group.compare(comm.getGroup(), turned.getGroup()));
        Group self = MPI.COMM_SELF.getGroup();
        Group common = Group.intersection(turned.getGroup(), self);
        assertArrayEquals(new int[] {comm.getRank()}, members(comm, common));
        assertEquals(0, common.getRank());
        turned.free();
    }

    @Case(
            section = "7.3.1",
            calls = {"Group.translateRanks"},
            says = "Several ranks may be translated at a time, repeated and in any order.",
            ranks = 2)
    static void translateRepeated(Intracomm comm) {
        Group turned = comm.getGroup().incl(new int[] {1, 0});
        assertArrayEquals(
                new int[] {0, 1, 1, 0},
                Group.translateRanks(turned, new int[] {1, 0, 0, 1}, comm.getGroup()));
    }

    @Case(
            section = "7.3.1",
            calls = {"Group.translateRanks"},
            says = "A rank outside the group cannot be translated (ERR_RANK).")
    static void translateWrong(Intracomm comm) {
        Group all = comm.getGroup();
        int[] outside = {comm.getSize()};
        fails(MPI.ERR_RANK, () -> Group.translateRanks(all, outside, all));
    }

    @Case(
            section = "7.3.2",
            calls = {"Comm.getGroup", "Comm.free"},
            says = "A group remains valid when its communicator is freed.")
    static void outlives(Intracomm comm) {
        Intracomm copy = comm.dup();
        Group group = copy.getGroup();
        copy.free();
        assertEquals(comm.getSize(), group.getSize());
        assertEquals(MPI.IDENT, Group.compare(group, comm.getGroup()));
        group.free();
    }
}
