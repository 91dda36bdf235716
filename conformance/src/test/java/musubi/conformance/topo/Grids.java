package musubi.conformance.topo;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.CartComm;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

import musubi.conformance.Case;

import java.util.Arrays;

/** Section 8.5: Cartesian topologies. */
public final class Grids {
    private Grids() {}

    private static CartComm ring(Intracomm comm, boolean periodic) {
        return comm.createCart(new int[] {comm.getSize()}, new boolean[] {periodic}, false);
    }

    @Case(
            section = "8.5.1",
            calls = {"Intracomm.createCart", "Comm.getTopology", "MPI.CART"},
            says = "A communicator created by cart_create has all ranks and a Cartesian topology.")
    static void create(Intracomm comm) {
        CartComm cart = ring(comm, true);
        assertEquals(comm.getSize(), cart.getSize());
        assertEquals(comm.getRank(), cart.getRank());
        assertEquals(MPI.CART, cart.getTopology());
        assertEquals(MPI.CART, cart.Topo_test());
        assertEquals(MPI.CONGRUENT, Comm.compare(comm, cart));
        cart.free();
    }

    @Case(
            section = "8.5.5",
            calls = {"CartComm.getTopo", "CartParms.getDim", "CartParms.getPeriod"},
            says = "Dimensions, periods and the rank's own coordinates of a grid are returned.")
    static void parameters(Intracomm comm) {
        CartComm cart =
                comm.createCart(new int[] {comm.getSize(), 1}, new boolean[] {true, false}, false);
        CartParms parms = cart.getTopo();
        assertEquals(2, parms.getDimCount());
        assertEquals(comm.getSize(), parms.getDim(0));
        assertEquals(1, parms.getDim(1));
        assertTrue(parms.getPeriod(0));
        assertFalse(parms.getPeriod(1));
        assertEquals(comm.getRank(), parms.getCoord(0));
        assertEquals(0, parms.getCoord(1));
        cart.free();
    }

    @Case(
            section = "8.5.1",
            calls = {"Intracomm.createCart", "CartComm.getCoords", "CartComm.getRank"},
            says = "Ranks are in row-major order; coordinates and ranks are inverse functions.",
            ranks = 4)
    static void rowMajor(Intracomm comm) {
        CartComm cart = comm.createCart(new int[] {2, 2}, new boolean[2], false);
        if (comm.getRank() < 4) {
            for (int rank = 0; rank < 4; rank++) {
                int[] coords = {rank / 2, rank % 2};
                assertArrayEquals(coords, cart.getCoords(rank));
                assertEquals(rank, cart.getRank(coords));
            }
            cart.free();
        } else {
            assertTrue(cart == null || cart.isNull());
        }
    }

    @Case(
            section = "8.5.1",
            calls = {"Intracomm.createCart"},
            says = "Ranks beyond the size of the grid get no communicator.",
            ranks = 2)
    static void smaller(Intracomm comm) {
        CartComm cart = comm.createCart(new int[] {comm.getSize() - 1}, new boolean[1], false);
        if (comm.getRank() == comm.getSize() - 1) {
            assertTrue(cart == null || cart.isNull());
        } else {
            assertEquals(comm.getSize() - 1, cart.getSize());
            cart.free();
        }
    }

    @Case(
            section = "8.5.1",
            calls = {"Intracomm.createCart"},
            says = "A grid that needs more ranks than there are is an error.")
    static void tooLarge(Intracomm comm) {
        assertThrows(
                MPIException.class,
                () -> comm.createCart(new int[] {comm.getSize() + 1}, new boolean[1], false));
        assertThrows(
                MPIException.class, () -> comm.createCart(new int[] {0}, new boolean[1], false));
        assertThrows(
                MPIException.class, () -> comm.createCart(new int[] {1, 1}, new boolean[1], false));
    }

    @Case(
            section = "8.5.5",
            calls = {"CartComm.getRank"},
            says = "Coordinates out of range wrap around in periodic dimensions only.")
    static void wrap(Intracomm comm) {
        int n = comm.getSize();
        CartComm cart = ring(comm, true);
        assertEquals(0, cart.getRank(new int[] {n}));
        assertEquals(n - 1, cart.getRank(new int[] {-1}));
        assertEquals(n - 1, cart.getRank(new int[] {-1 - 2 * n}));
        CartComm line = ring(comm, false);
        line.setErrhandler(MPI.ERRORS_RETURN);
        assertThrows(MPIException.class, () -> line.getRank(new int[] {n}));
        assertThrows(MPIException.class, () -> line.getRank(new int[] {-1}));
        cart.free();
        line.free();
    }

    @Case(
            section = "8.5.6",
            calls = {"CartComm.shift", "ShiftParms.getRankSource", "ShiftParms.getRankDest"},
            says = "A shift in a periodic dimension wraps around.")
    static void shiftPeriodic(Intracomm comm) {
        CartComm cart = ring(comm, true);
        ShiftParms up = cart.shift(0, 1);
        assertEquals(behind(comm), up.getRankDest());
        assertEquals(before(comm), up.getRankSource());
        ShiftParms down = cart.shift(0, -1);
        assertEquals(before(comm), down.getRankDest());
        assertEquals(behind(comm), down.getRankSource());
        ShiftParms round = cart.shift(0, comm.getSize());
        assertEquals(comm.getRank(), round.getRankDest());
        assertEquals(comm.getRank(), round.getRankSource());
        cart.free();
    }

    @Case(
            section = "8.5.6",
            calls = {"CartComm.shift", "MPI.PROC_NULL"},
            says = "A shift over the edge of a non-periodic dimension returns PROC_NULL.")
    static void shiftOverTheEdge(Intracomm comm) {
        CartComm cart = ring(comm, false);
        int me = comm.getRank();
        int n = comm.getSize();
        ShiftParms up = cart.shift(0, 2);
        assertEquals(me + 2 < n ? me + 2 : MPI.PROC_NULL, up.getRankDest());
        assertEquals(me >= 2 ? me - 2 : MPI.PROC_NULL, up.getRankSource());
        ShiftParms far = cart.shift(0, n);
        assertEquals(MPI.PROC_NULL, far.getRankDest());
        assertEquals(MPI.PROC_NULL, far.getRankSource());
        cart.free();
    }

    @Case(
            section = "8.5.6",
            calls = {"CartComm.shift", "Comm.sendRecv"},
            says = "Messages along a shift reach the neighbours.")
    static void shiftedMessages(Intracomm comm) {
        CartComm cart = ring(comm, false);
        ShiftParms up = cart.shift(0, 1);
        int[] in = {-1};
        cart.sendRecv(
                new int[] {comm.getRank()},
                1,
                MPI.INT,
                up.getRankDest(),
                0,
                in,
                1,
                MPI.INT,
                up.getRankSource(),
                0);
        assertEquals(comm.getRank() - 1, in[0]);
        cart.free();
    }

    @Case(
            section = "8.5.6",
            calls = {"CartComm.shift"},
            says = "An invalid direction is an error.")
    static void wrongDirection(Intracomm comm) {
        CartComm cart = ring(comm, true);
        cart.setErrhandler(MPI.ERRORS_RETURN);
        assertThrows(MPIException.class, () -> cart.shift(1, 1));
        assertThrows(MPIException.class, () -> cart.shift(-1, 1));
        fails(MPI.ERR_RANK, () -> cart.getCoords(comm.getSize()));
        cart.free();
    }

    @Case(
            section = "8.5.7",
            calls = {"CartComm.sub"},
            says = "Sub keeps the selected dimensions and splits along the others.",
            ranks = 4)
    static void sub(Intracomm comm) {
        int columns = comm.getSize() / 2;
        CartComm cart = comm.createCart(new int[] {2, columns}, new boolean[] {false, true}, false);
        if (cart != null && !cart.isNull()) {
            CartComm row = cart.sub(new boolean[] {false, true});
            assertEquals(columns, row.getSize());
            assertEquals(comm.getRank() % columns, row.getRank());
            CartParms parms = row.getTopo();
            assertEquals(1, parms.getDimCount());
            assertTrue(parms.getPeriod(0));
            CartComm column = cart.sub(new boolean[] {true, false});
            assertEquals(2, column.getSize());
            assertEquals(comm.getRank() / columns, column.getRank());
            int[] sum = {comm.getRank()};
            column.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertEquals(2 * (comm.getRank() % columns) + columns, sum[0]);
            row.free();
            column.free();
            cart.free();
        }
    }

    @Case(
            section = "8.5.7",
            calls = {"CartComm.sub"},
            says = "Sub without any dimension creates a grid of one rank for each.")
    static void subOfNone(Intracomm comm) {
        CartComm cart = ring(comm, true);
        CartComm alone = cart.sub(new boolean[] {false});
        assertEquals(1, alone.getSize());
        assertEquals(0, alone.getTopo().getDimCount());
        alone.free();
        cart.free();
    }

    @Case(
            section = "8.5.1",
            calls = {"Intracomm.createCart"},
            says = "A grid without dimensions has one rank.")
    static void noDimensions(Intracomm comm) {
        CartComm cart = comm.createCart(new int[0], new boolean[0], false);
        if (comm.getRank() == 0) {
            assertEquals(1, cart.getSize());
            assertEquals(0, cart.getTopo().getDimCount());
            cart.free();
        } else {
            assertTrue(cart == null || cart.isNull());
        }
    }

    @Case(
            section = "7.4.2",
            calls = {"CartComm.dup", "Comm.getTopology", "Comm.split"},
            says = "A duplicate of a grid is a grid, a part created by split is not.")
    static void dup(Intracomm comm) {
        CartComm cart = ring(comm, true);
        CartComm copy = cart.dup();
        assertEquals(MPI.CART, copy.getTopology());
        assertEquals(comm.getSize(), copy.getTopo().getDim(0));
        Intracomm part = cart.split(0, 0);
        assertEquals(MPI.UNDEFINED, part.getTopology());
        part.free();
        copy.free();
        cart.free();
    }

    @Case(
            section = "8.5.1",
            calls = {"Intracomm.createCart", "CartComm.getCoords"},
            says = "With reorder each rank still has unique coordinates.")
    static void reorder(Intracomm comm) {
        CartComm cart = comm.createCart(new int[] {comm.getSize()}, new boolean[] {true}, true);
        int[] places = new int[comm.getSize()];
        places[cart.getCoords(cart.getRank())[0]] = 1;
        comm.allReduce(places, places.length, MPI.INT, MPI.SUM);
        for (int times : places) {
            assertEquals(1, times);
        }
        cart.free();
    }

    @Case(
            section = "8.5.8",
            calls = {"CartComm.map"},
            says = "Map returns a rank's place in a grid, or UNDEFINED.")
    static void map(Intracomm comm) {
        CartComm cart = ring(comm, true);
        int place = cart.map(new int[] {comm.getSize()}, new boolean[] {true});
        assertTrue(place >= 0 && place < comm.getSize());
        int one = cart.map(new int[] {1}, new boolean[] {true});
        assertTrue(one == 0 || one == MPI.UNDEFINED);
        cart.free();
    }

    @Case(
            section = "8.5.5",
            calls = {
                "Intracomm.Create_cart",
                "Cartcomm.Get",
                "Cartcomm.Rank",
                "Cartcomm.Coords",
                "Cartcomm.Shift",
                "Cartcomm.Sub",
                "CartParms.dims"
            },
            says = "The capitalised grid has its parameters as fields, and the same arithmetic.")
    static void capitalised(Intracomm comm) {
        int n = comm.getSize();
        Cartcomm cart = comm.Create_cart(new int[] {n, 1}, new boolean[] {true, false}, false);
        CartParms parms = cart.Get();
        assertArrayEquals(new int[] {n, 1}, parms.dims);
        assertArrayEquals(new int[] {comm.getRank(), 0}, parms.coords);
        assertTrue(parms.periods[0] && !parms.periods[1]);
        assertEquals(n - 1, cart.Rank(new int[] {n - 1, 0}));
        assertArrayEquals(new int[] {n - 1, 0}, cart.Coords(n - 1));
        ShiftParms up = cart.Shift(0, 1);
        assertEquals(behind(comm), up.rank_dest);
        assertEquals(before(comm), up.rank_source);
        Cartcomm line = cart.Sub(new boolean[] {true, false});
        assertEquals(n, line.Size());
        line.Free();
        cart.Free();
    }

    @Case(
            section = "8.5.2",
            calls = {"CartComm.createDims", "Cartcomm.Dims_create"},
            says =
                    "Dims_create returns balanced dimensions in descending order with the right"
                            + " product.")
    static void dims(Intracomm comm) {
        int[][] two = {{1, 1, 1}, {6, 3, 2}, {7, 7, 1}, {12, 4, 3}, {16, 4, 4}, {64, 8, 8}};
        for (int[] row : two) {
            int[] dims = new int[2];
            CartComm.createDims(row[0], dims);
            assertArrayEquals(new int[] {row[1], row[2]}, dims);
            Arrays.fill(dims, 0);
            Cartcomm.Dims_create(row[0], dims);
            assertArrayEquals(new int[] {row[1], row[2]}, dims);
        }
        int[] three = new int[3];
        CartComm.createDims(24, three);
        assertArrayEquals(new int[] {4, 3, 2}, three);
    }

    @Case(
            section = "8.5.2",
            calls = {"CartComm.createDims"},
            says = "Dims_create does not change given dimensions.")
    static void dimsGiven(Intracomm comm) {
        int[] dims = {0, 3, 0};
        CartComm.createDims(6, dims);
        assertArrayEquals(new int[] {2, 3, 1}, dims);
        int[] all = {2, 3};
        CartComm.createDims(6, all);
        assertArrayEquals(new int[] {2, 3}, all);
    }

    @Case(
            section = "8.5.2",
            calls = {"CartComm.createDims", "MPI.ERR_DIMS"},
            says = "Given dimensions that do not divide the number of ranks are ERR_DIMS.")
    static void dimsWrong(Intracomm comm) {
        fails(MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {2, 0}));
        fails(MPI.ERR_DIMS, () -> CartComm.createDims(6, new int[] {-1, 0}));
        fails(MPI.ERR_DIMS, () -> CartComm.createDims(6, new int[] {2, 2}));
    }
}
