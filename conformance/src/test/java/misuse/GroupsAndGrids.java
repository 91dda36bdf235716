package misuse;

import mpi.CartComm;
import mpi.Cartcomm;
import mpi.GraphComm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Intercommunicators and topologies. */
@Kind("intercommunicators and topologies")
final class GroupsAndGrids {
    private static final int TAG = 9;

    private GroupsAndGrids() {}

    /** An intercommunicator between the lower and the upper half of all ranks. */
    private static Intercomm halves(Intracomm world, int me) {
        int half = world.getSize() / 2;
        Intracomm mine = world.split(me < half ? 0 : 1, me);
        Intercomm both = world.createIntercomm(mine, 0, me < half ? half : 0, TAG);
        mine.free();
        return both;
    }

    @Erroneous(
            says = "No rank of a broadcast between groups is its root.",
            found = {"deadlock", "GroupsAndGrids.noRoot("},
            checked = {"ERR_NOT_SAME", "GroupsAndGrids.noRoot("})
    static void noRoot(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        both.bcast(new int[1], 1, MPI.INT, 0);
        both.free();
    }

    @Erroneous(
            says = "The root of a broadcast between groups passes its rank instead of ROOT.",
            ranks = 4,
            found = {"deadlock", "GroupsAndGrids.rankForRoot("},
            checked = {"ERR_NOT_SAME", "GroupsAndGrids.rankForRoot("})
    static void rankForRoot(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        both.bcast(new int[1], 1, MPI.INT, me == 1 ? MPI.PROC_NULL : 0);
        both.free();
    }

    @Erroneous(
            says = "Two roots of a reduction between groups.",
            ranks = 4,
            found = {"deadlock", "GroupsAndGrids.twoRoots("},
            checked = {"ERR_NOT_SAME", "root=MPI.ROOT) at", "GroupsAndGrids.twoRoots("})
    static void twoRoots(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        both.reduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM, me < 2 ? MPI.ROOT : 0);
        both.free();
    }

    @Erroneous(
            says = "A rank outside of the remote group.",
            ranks = 3,
            found = {"ERR_RANK", "GroupsAndGrids.outsideRemoteGroup("})
    static void outsideRemoteGroup(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        both.send(new int[1], 1, MPI.INT, 2, 0);
        both.free();
    }

    @Erroneous(
            says = "Groups that overlap form an intercommunicator.",
            found = {"ERR_COMM", "GroupsAndGrids.overlappingGroups("})
    static void overlappingGroups(Intracomm world, int me) {
        world.createIntercomm(world, 0, 1, TAG);
    }

    @Erroneous(
            says = "Leaders of groups name different tags.",
            found = {"deadlock", "creation of a communicator with tag 9", "with tag 10 "})
    static void otherTags(Intracomm world, int me) {
        Intracomm mine = world.split(me, 0);
        world.createIntercomm(mine, 0, 1 - me, TAG + me).free();
        mine.free();
    }

    @Erroneous(
            says = "ROOT in an intracommunicator.",
            found = {"ERR_ROOT", "root=MPI.ROOT", "GroupsAndGrids.rootWithin("})
    static void rootWithin(Intracomm world, int me) {
        world.bcast(new int[1], 1, MPI.INT, me == 0 ? MPI.ROOT : 0);
    }

    @Erroneous(
            says = "Ranks of one group merge with different order.",
            ranks = 4,
            found = {"ERR_ARG", "passed=[true, false]", "GroupsAndGrids.mergeDiffers("})
    static void mergeDiffers(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        both.merge(me == 0).free();
        both.free();
    }

    @Erroneous(
            says = "Both groups send different counts than the other one receives.",
            found = {"ERR_TRUNCATE", "GroupsAndGrids.otherCounts("},
            checked = {"ERR_NOT_SAME", "GroupsAndGrids.otherCounts("})
    static void otherCounts(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        both.allGather(new int[2], 2, MPI.INT, new int[2], 1 + me, MPI.INT);
        both.free();
    }

    @Erroneous(
            says = "Members of a group create a communicator of other groups.",
            ranks = 3,
            checked = {"ERR_NOT_SAME", "disagree on the group", "GroupsAndGrids.createOf("})
    static void otherGroups(Intracomm world, int me) {
        createOf(world, me == 2 ? new int[] {0, 1, 2} : new int[] {0, 1});
    }

    @Erroneous(
            says = "A group is created in another order by one of its members (capitalised).",
            ranks = 2,
            checked = {"disagree on the group", "rank 0: [0, 1], rank 1: [1, 0]"})
    static void otherOrder(Intracomm world, int me) {
        Group all = world.Group();
        Group mine = all.Incl(me == 0 ? new int[] {0, 1} : new int[] {1, 0});
        world.Create(mine).Free();
        mine.free();
        all.free();
    }

    private static void createOf(Intracomm world, int[] ranks) {
        Group all = world.getGroup();
        Group mine = all.incl(ranks);
        Intracomm made = world.create(mine);
        if (!made.isNull()) {
            made.free();
        }
        mine.free();
        all.free();
    }

    @Erroneous(
            says = "A grid with more places than ranks.",
            found = {"ERR_ARG", "GroupsAndGrids.gridTooLarge("})
    static void gridTooLarge(Intracomm world, int me) {
        world.createCart(new int[] {3}, new boolean[] {false}, false);
    }

    @Erroneous(
            says = "Ranks make grids of different extents.",
            ranks = 4,
            checked = {"ERR_NOT_SAME", "GroupsAndGrids.gridsDiffer("})
    static void gridsDiffer(Intracomm world, int me) {
        int[] dims = me == 0 ? new int[] {4, 1} : new int[] {2, 2};
        world.createCart(dims, new boolean[2], false).free();
    }

    @Erroneous(
            says = "Only one rank makes the grid periodic (capitalised).",
            checked = {"ERR_NOT_SAME", "GroupsAndGrids.periodsDiffer("})
    static void periodsDiffer(Intracomm world, int me) {
        world.Create_cart(new int[] {2}, new boolean[] {me == 0}, false).Free();
    }

    @Erroneous(
            says = "Coordinates outside of a grid.",
            found = {"ERR_ARG", "GroupsAndGrids.coordinatesOutside("})
    static void coordinatesOutside(Intracomm world, int me) {
        CartComm grid = world.createCart(new int[] {2}, new boolean[] {false}, false);
        grid.getRank(new int[] {2});
        grid.free();
    }

    @Erroneous(
            says = "A shift along a dimension that does not exist (capitalised).",
            found = {"ERR_DIMS", "GroupsAndGrids.shiftOutside("})
    static void shiftOutside(Intracomm world, int me) {
        Cartcomm grid = world.Create_cart(new int[] {2}, new boolean[] {false}, false);
        grid.Shift(1, 1);
        grid.Free();
    }

    @Erroneous(
            says = "Dimensions that do not divide the number of ranks.",
            ranks = 1,
            found = {"ERR_DIMS", "GroupsAndGrids.dimensionsDoNotFit("})
    static void dimensionsDoNotFit(Intracomm world, int me) {
        CartComm.createDims(7, new int[] {2, 0});
    }

    @Erroneous(
            says = "A neighbourhood collective without topology.",
            found = {"ERR_TOPOLOGY", "GroupsAndGrids.noNeighbourhood("})
    static void noNeighbourhood(Intracomm world, int me) {
        world.neighborAllGather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT);
    }

    @Erroneous(
            says = "An edge of a distributed graph that only its source specifies.",
            checked = {"ERR_NOT_SAME", "GroupsAndGrids.oneSidedEdge("})
    static void oneSidedEdge(Intracomm world, int me) {
        int[] none = {};
        int[] one = {1};
        GraphComm graph =
                world.createDistGraphAdjacent(none, me == 0 ? one : none, MPI.INFO_NULL, false);
        graph.free();
    }

    @Erroneous(
            says = "Neighbours exchange different counts.",
            found = {"ERR_NOT_SAME|ERR_TRUNCATE", "GroupsAndGrids.neighboursDiffer("})
    static void neighboursDiffer(Intracomm world, int me) {
        CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
        ring.neighborAllGather(new int[2], 1 + me, MPI.INT, new int[4], 1 + me, MPI.INT);
        ring.free();
    }

    @Erroneous(
            says = "An edge of a graph to a node that does not exist.",
            found = {"ERR_ARG", "GroupsAndGrids.edgeOutside("})
    static void edgeOutside(Intracomm world, int me) {
        world.createGraph(new int[] {1, 2}, new int[] {1, 2}, false);
    }

    @Correct(says = "Disjoint groups create their communicators in one call.", ranks = 4)
    static void disjointGroups(Intracomm world, int me) {
        createOf(world, me % 2 == 0 ? new int[] {2, 0} : new int[] {1, 3});
    }

    @Correct(says = "Only the members of a group pass it, the others none.", ranks = 3)
    static void groupOfSome(Intracomm world, int me) {
        createOf(world, me == 1 ? new int[0] : new int[] {0, 2});
    }

    @Correct(says = "A broadcast between groups.", ranks = 4)
    static void broadcast(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        int[] data = {me == 1 ? 5 : 0};
        both.bcast(data, 1, MPI.INT, me == 1 ? MPI.ROOT : me == 0 ? MPI.PROC_NULL : 1);
        Legal.expect(me == 0 || data[0] == 5);
        both.free();
    }

    @Correct(says = "Directions of different types between groups.")
    static void directionsDiffer(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        if (me == 0) {
            both.allGather(new int[2], 2, MPI.INT, new double[1], 1, MPI.DOUBLE);
        } else {
            both.allGather(new double[1], 1, MPI.DOUBLE, new int[2], 2, MPI.INT);
        }
        both.free();
    }

    @Correct(says = "Messages with the same rank and tag in both directions between groups.")
    static void betweenGroups(Intracomm world, int me) {
        Intercomm both = halves(world, me);
        both.sendRecv(new int[1], 1, MPI.INT, 0, 0, new int[1], 1, MPI.INT, 0, 0);
        both.merge(me == 0).free();
        both.free();
    }

    @Correct(says = "Halos of a grid that is not periodic.", ranks = 4)
    static void halos(Intracomm world, int me) {
        CartComm grid = world.createCart(new int[] {2, 2}, new boolean[] {false, true}, true);
        for (int dimension = 0; dimension < 2; dimension++) {
            ShiftParms to = grid.shift(dimension, 1);
            grid.sendRecv(
                    new int[1],
                    1,
                    MPI.INT,
                    to.getRankDest(),
                    0,
                    new int[1],
                    1,
                    MPI.INT,
                    to.getRankSource(),
                    0);
        }
        grid.free();
    }

    @Correct(says = "Ranks without neighbours in a distributed graph.", ranks = 3)
    static void withoutNeighbours(Intracomm world, int me) {
        int[] none = {};
        int[] in = me == 1 ? new int[] {0} : none;
        int[] out = me == 0 ? new int[] {1} : none;
        GraphComm graph = world.createDistGraphAdjacent(in, out, MPI.INFO_NULL, false);
        graph.neighborAllGather(new int[1], 1, MPI.INT, new int[in.length], 1, MPI.INT);
        graph.free();
    }

    @Correct(says = "A grid with fewer places than ranks.", ranks = 3)
    static void ranksLeft(Intracomm world, int me) {
        CartComm grid = world.createCart(new int[] {2}, new boolean[] {true}, false);
        if (me < 2) {
            grid.barrier();
            grid.free();
        }
    }
}
