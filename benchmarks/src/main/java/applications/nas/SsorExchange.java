package applications.nas;

import applications.frame.World;
import applications.frame.World.Transfer;

import mpi.MPIException;

import java.util.ArrayList;
import java.util.List;

/**
 * The communication of NAS LU: the layers around the blocks, all at once, and in the sweeps the
 * lines of one plane, which a rank receives before it computes the plane and passes on after.
 */
final class SsorExchange {
    private static final int LAYERS_TAG = 1;
    private static final int LINE_TAG = 2;
    private static final int COMPONENTS = SsorGrid.COMPONENTS;
    private static final int HALO = SsorGrid.HALO;

    /** Columns of points along z: where they begin in x and y, and their number. */
    private record Columns(int firstX, int firstY, int countX, int countY) {}

    /** What is exchanged with a neighbour. */
    private static final class Side {
        private final int rank;
        private final Columns mine;
        private final Columns theirs;
        private final double[] outgoing;
        private final double[] incoming;

        Side(int rank, Columns mine, Columns theirs, int planes) {
            this.rank = rank;
            this.mine = mine;
            this.theirs = theirs;
            int length = planes * mine.countX * mine.countY * COMPONENTS;
            outgoing = new double[length];
            incoming = new double[length];
        }
    }

    private final SsorGrid grid;
    private final World world;
    private final List<Side> sides = new ArrayList<>();

    /** The points of a line along y; those along x follow each other in the array. */
    private final double[] line;

    SsorExchange(SsorGrid grid) {
        this.grid = grid;
        world = grid.world;
        line = new double[(grid.toY - grid.fromY) * COMPONENTS];
        int sizeX = grid.sizeX;
        int sizeY = grid.sizeY;
        addSide(grid.lowX, new Columns(0, 0, HALO, sizeY), new Columns(-HALO, 0, HALO, sizeY));
        addSide(
                grid.highX,
                new Columns(sizeX - HALO, 0, HALO, sizeY),
                new Columns(sizeX, 0, HALO, sizeY));
        addSide(grid.lowY, new Columns(0, 0, sizeX, HALO), new Columns(0, -HALO, sizeX, HALO));
        addSide(
                grid.highY,
                new Columns(0, sizeY - HALO, sizeX, HALO),
                new Columns(0, sizeY, sizeX, HALO));
    }

    private void addSide(int rank, Columns mine, Columns theirs) {
        if (rank >= 0) {
            sides.add(new Side(rank, mine, theirs, grid.n - 2));
        }
    }

    /** Exchanges the layers of the solution, without the planes of the boundary. */
    void exchangeLayers() throws MPIException {
        Transfer[] transfers = new Transfer[2 * sides.size()];
        int started = 0;
        for (Side side : sides) {
            double[] incoming = side.incoming;
            transfers[started++] =
                    world.startReceive(incoming, 0, incoming.length, side.rank, LAYERS_TAG);
        }
        for (Side side : sides) {
            double[] outgoing = side.outgoing;
            copy(side.mine, outgoing, true);
            transfers[started++] =
                    world.startSend(outgoing, 0, outgoing.length, side.rank, LAYERS_TAG);
        }
        for (Transfer transfer : transfers) {
            transfer.complete();
        }
        for (Side side : sides) {
            copy(side.theirs, side.incoming, false);
        }
    }

    /** Copies columns of the solution to a buffer or from it. */
    private void copy(Columns columns, double[] buffer, boolean isToBuffer) {
        int length = columns.countX * COMPONENTS;
        int position = 0;
        for (int k = 1; k < grid.n - 1; k++) {
            for (int j = 0; j < columns.countY; j++) {
                int at = grid.at(k, columns.firstY + j, columns.firstX);
                if (isToBuffer) {
                    System.arraycopy(grid.u, at, buffer, position, length);
                } else {
                    System.arraycopy(buffer, position, grid.u, at, length);
                }
                position += length;
            }
        }
    }

    /** Receives the lines before a plane, from the side where a sweep comes from. */
    void receiveLines(int k, boolean isLower) throws MPIException {
        int alongX = isLower ? grid.lowY : grid.highY;
        int alongY = isLower ? grid.lowX : grid.highX;
        if (alongY >= 0) {
            world.receive(line, 0, line.length, alongY, LINE_TAG);
            int at = grid.at(k, grid.fromY, isLower ? -1 : grid.sizeX);
            for (int position = 0; position < line.length; position += COMPONENTS) {
                System.arraycopy(line, position, grid.v, at, COMPONENTS);
                at += grid.strideY;
            }
        }
        if (alongX >= 0) {
            int at = grid.at(k, isLower ? -1 : grid.sizeY, grid.fromX);
            world.receive(grid.v, at, lengthX(), alongX, LINE_TAG);
        }
    }

    /** Sends the last lines of a plane to where a sweep goes. */
    void sendLines(int k, boolean isLower) throws MPIException {
        int alongX = isLower ? grid.highY : grid.lowY;
        int alongY = isLower ? grid.highX : grid.lowX;
        if (alongY >= 0) {
            int at = grid.at(k, grid.fromY, isLower ? grid.sizeX - 1 : 0);
            for (int position = 0; position < line.length; position += COMPONENTS) {
                System.arraycopy(grid.v, at, line, position, COMPONENTS);
                at += grid.strideY;
            }
            world.send(line, 0, line.length, alongY, LINE_TAG);
        }
        if (alongX >= 0) {
            int at = grid.at(k, isLower ? grid.sizeY - 1 : 0, grid.fromX);
            world.send(grid.v, at, lengthX(), alongX, LINE_TAG);
        }
    }

    private int lengthX() {
        return (grid.toX - grid.fromX) * COMPONENTS;
    }
}
