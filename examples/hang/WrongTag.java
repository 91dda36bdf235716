import mpi.MPI;

/**
 * A plate is cut into strips, one for each rank. In each step a rank exchanges the rows at the
 * edges of its strip with its neighbours: even ranks first with the one below, odd ranks first with
 * the one above. The program hangs, because two lines do not match; docs/debug-a-hang.md finds
 * them.
 *
 * <p>{@code ./mpiexec -n 4 examples/hang/WrongTag.java}
 */
class WrongTag {
    private static final int STEPS = 100;
    private static final int ROWS = 10;
    private static final int COLUMNS = 20_000;
    private static final int DOWN = 1;
    private static final int UP = 2;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final double[][] rows = new double[ROWS + 2][COLUMNS];

    public static void main(String[] args) {
        MPI.Init(args);
        WrongTag strip = new WrongTag();
        for (int step = 0; step < STEPS; step++) {
            strip.exchange();
            strip.update();
        }
        MPI.Finalize();
    }

    private void exchange() {
        if (rank % 2 == 0) {
            exchangeBelow();
            exchangeAbove();
        } else {
            exchangeAbove();
            exchangeBelow();
        }
    }

    private void exchangeBelow() {
        if (rank + 1 < ranks) {
            MPI.COMM_WORLD.send(rows[ROWS], COLUMNS, MPI.DOUBLE, rank + 1, DOWN);
            MPI.COMM_WORLD.recv(rows[ROWS + 1], COLUMNS, MPI.DOUBLE, rank + 1, UP);
        }
    }

    private void exchangeAbove() {
        if (rank > 0) {
            MPI.COMM_WORLD.recv(rows[0], COLUMNS, MPI.DOUBLE, rank - 1, UP);
            MPI.COMM_WORLD.send(rows[1], COLUMNS, MPI.DOUBLE, rank - 1, UP);
        }
    }

    private void update() {
        for (int row = 1; row <= ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                rows[row][column] = (rows[row - 1][column] + rows[row + 1][column]) / 2;
            }
        }
    }
}
