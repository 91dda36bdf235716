package musubi.conformance.comm;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Case;

/** Section 7.3: groups. Ranks are identified by their ranks in COMM_WORLD. */
public final class Groups {
    private Groups() {}

    /** The ranks of a group's members in the communicator. */
    private static int[] members(Intracomm comm, Group group) {
        int[] ranks = new int[group.getSize()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = i;
        }
        return Group.translateRanks(group, ranks, comm.getGroup());
    }

    @Case(
            section = "7.3.2",
            calls = {"Comm.getGroup", "Group.getSize", "Group.getRank"},
            says = "The group of a communicator has its size and ranks.")
    static void ofCommunicator(Intracomm comm) {
        Group group = comm.getGroup();
        assertEquals(comm.getSize(), group.getSize());
        assertEquals(comm.getRank(), group.getRank());
        assertEquals(comm.Size(), comm.Group().Size());
        assertEquals(comm.Rank(), comm.Group().Rank());
        group.free();
    }

    @Case(
            section = "7.3.1",
            calls = {"Group.getRank", "MPI.UNDEFINED"},
            says = "The rank of a process outside the group is UNDEFINED.")
    static void notAMember(Intracomm comm) {
        Group others = comm.getGroup().excl(new int[] {comm.getRank()});
        assertEquals(comm.getSize() - 1, others.getSize());
        assertEquals(MPI.UNDEFINED, others.getRank());
        assertEquals(MPI.UNDEFINED, others.Rank());
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.incl"},
            says = "Incl creates a group of the listed ranks, in their order.",
            ranks = 3)
    static void incl(Intracomm comm) {
        Group group = comm.getGroup().incl(new int[] {2, 0});
        assertArrayEquals(new int[] {2, 0}, members(comm, group));
        assertEquals(
                comm.getRank() == 2 ? 0 : comm.getRank() == 0 ? 1 : MPI.UNDEFINED, group.getRank());
        assertArrayEquals(new int[] {1}, members(comm, comm.Group().Incl(new int[] {1})));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.excl"},
            says = "Excl creates a group of the ranks not listed, in the old order.",
            ranks = 4)
    static void excl(Intracomm comm) {
        Group four = comm.getGroup().incl(new int[] {0, 1, 2, 3});
        assertArrayEquals(new int[] {0, 2}, members(comm, four.excl(new int[] {3, 1})));
        assertArrayEquals(new int[] {0, 1, 2, 3}, members(comm, four.Excl(new int[0])));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.incl", "MPI.GROUP_EMPTY"},
            says = "A group without members is the empty group.")
    static void empty(Intracomm comm) {
        Group none = comm.getGroup().incl(new int[0]);
        assertEquals(0, none.getSize());
        assertEquals(MPI.IDENT, Group.compare(none, MPI.GROUP_EMPTY));
        assertEquals(0, MPI.GROUP_EMPTY.getSize());
        assertEquals(MPI.UNDEFINED, MPI.GROUP_EMPTY.getRank());
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.rangeIncl"},
            says = "Range_incl accepts ascending and descending ranges with a stride.",
            ranks = 4)
    static void rangeIncl(Intracomm comm) {
        Group group = comm.getGroup();
        assertArrayEquals(
                new int[] {0, 2, 3, 1},
                members(comm, group.rangeIncl(new int[][] {{0, 2, 2}, {3, 1, -2}})));
        assertArrayEquals(
                new int[] {1, 2, 3}, members(comm, group.Range_incl(new int[][] {{1, 3, 1}})));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.rangeExcl"},
            says = "Range_excl excludes the ranks of the ranges.",
            ranks = 4)
    static void rangeExcl(Intracomm comm) {
        Group four = comm.getGroup().incl(new int[] {0, 1, 2, 3});
        assertArrayEquals(new int[] {1, 3}, members(comm, four.rangeExcl(new int[][] {{0, 3, 2}})));
        assertArrayEquals(new int[] {0}, members(comm, four.Range_excl(new int[][] {{3, 1, -1}})));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.union"},
            says = "A union has the first group, then the ranks only in the second.",
            ranks = 4)
    static void union(Intracomm comm) {
        Group one = comm.getGroup().incl(new int[] {3, 1});
        Group two = comm.getGroup().incl(new int[] {0, 1, 2});
        assertArrayEquals(new int[] {3, 1, 0, 2}, members(comm, Group.union(one, two)));
        assertArrayEquals(new int[] {0, 1, 2, 3}, members(comm, Group.Union(two, one)));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.intersection"},
            says = "An intersection has the ranks of both groups, in the order of the first.",
            ranks = 4)
    static void intersection(Intracomm comm) {
        Group one = comm.getGroup().incl(new int[] {3, 1, 0});
        Group two = comm.getGroup().incl(new int[] {0, 1, 2});
        assertArrayEquals(new int[] {1, 0}, members(comm, Group.intersection(one, two)));
        assertArrayEquals(new int[] {0, 1}, members(comm, Group.Intersection(two, one)));
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.difference"},
            says =
                    "A difference has the ranks of the first group that are not in the second, in"
                            + " its order.",
            ranks = 4)
    static void difference(Intracomm comm) {
        Group one = comm.getGroup().incl(new int[] {3, 1, 0});
        Group two = comm.getGroup().incl(new int[] {0, 2});
        assertArrayEquals(new int[] {3, 1}, members(comm, Group.difference(one, two)));
        assertArrayEquals(new int[] {2}, members(comm, Group.Difference(two, one)));
        assertEquals(0, Group.difference(one, one).getSize());
    }

    @Case(
            section = "7.3.1",
            calls = {"Group.compare", "MPI.IDENT", "MPI.SIMILAR", "MPI.UNEQUAL"},
            says = "Groups are identical, similar when only the order differs, or unequal.",
            ranks = 2)
    static void compare(Intracomm comm) {
        Group one = comm.getGroup().incl(new int[] {0, 1});
        Group turned = comm.getGroup().incl(new int[] {1, 0});
        Group less = comm.getGroup().incl(new int[] {0});
        assertEquals(MPI.IDENT, Group.compare(one, comm.getGroup().incl(new int[] {0, 1})));
        assertEquals(MPI.SIMILAR, Group.compare(one, turned));
        assertEquals(MPI.UNEQUAL, Group.compare(one, less));
        assertEquals(MPI.SIMILAR, Group.Compare(turned, one));
    }

    @Case(
            section = "7.3.1",
            calls = {"Group.translateRanks", "MPI.UNDEFINED", "MPI.PROC_NULL"},
            says =
                    "Ranks outside the second group translate to UNDEFINED; PROC_NULL stays"
                            + " PROC_NULL.",
            ranks = 3)
    static void translate(Intracomm comm) {
        Group all = comm.getGroup();
        Group some = all.incl(new int[] {2, 0});
        assertArrayEquals(
                new int[] {1, MPI.UNDEFINED, 0},
                Group.translateRanks(all, new int[] {0, 1, 2}, some));
        assertArrayEquals(
                new int[] {2, MPI.PROC_NULL},
                Group.Translate_ranks(some, new int[] {0, MPI.PROC_NULL}, all));
        assertEquals(0, Group.translateRanks(all, new int[0], some).length);
    }

    @Case(
            section = "7.3.2",
            calls = {"Group.incl", "Group.excl"},
            says = "A rank outside the group is ERR_RANK, as is a repeated one.",
            ranks = 2)
    static void wrongRanks(Intracomm comm) {
        Group group = comm.getGroup();
        fails(MPI.ERR_RANK, () -> group.incl(new int[] {comm.getSize()}));
        fails(MPI.ERR_RANK, () -> group.excl(new int[] {-1}));
        fails(MPI.ERR_RANK, () -> group.incl(new int[] {0, 0}));
        fails(MPI.ERR_RANK, () -> group.Incl(new int[] {1, -3}));
    }

    @Case(
            section = "7.3.3",
            calls = {"Group.free", "Group.isNull"},
            says = "A freed group is null; the communicator is not.")
    static void free(Intracomm comm) {
        Group group = comm.getGroup();
        assertFalse(group.isNull());
        group.free();
        assertTrue(group.isNull());
        fails(MPI.ERR_GROUP, group::getSize);
        assertEquals(comm.getSize(), comm.getGroup().getSize());
    }

    @Case(
            section = "2.5.1",
            calls = {"MPI.GROUP_NULL"},
            says = "GROUP_NULL is no group (ERR_GROUP).")
    static void nullGroup(Intracomm comm) {
        assertTrue(MPI.GROUP_NULL.isNull());
        fails(MPI.ERR_GROUP, MPI.GROUP_NULL::getSize);
        fails(MPI.ERR_GROUP, () -> Group.union(MPI.GROUP_NULL, comm.getGroup()));
    }
}
