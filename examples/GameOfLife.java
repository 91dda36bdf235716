import mpi.CartComm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Random;

/**
 * Conway's Game of Life on a torus: the ranks form a grid that wraps around in both directions, and
 * each has one tile of the board with a halo of cells of its neighbours. Rank 0 compares the last
 * generation with that of a serial computation.
 *
 * <p>{@code ./mpiexec -n 4 examples/GameOfLife.java [generations [rows [columns]]]}
 *
 * <p>Corners need no separate messages: first columns are exchanged left and right, then whole
 * rows, including the cells just received, up and down. Each of the two exchanges is a
 * neighbourhood collective on the ranks of one row or one column of the grid; with one or two
 * ranks, both neighbours are the same rank.
 */
class GameOfLife {
    private static final int ROOT = 0;

    /** The board as a whole. */
    private final int rows;

    private final int columns;

    /** The ranks in the same row of the grid, and those in the same column. */
    private final CartComm beside;

    private final CartComm above;

    /** The size of this rank's tile, and its position on the board. */
    private final int firstRow;

    private final int firstColumn;
    private final int height;
    private final int width;

    /** The tile with its halo, row by row; 1 for a live cell. */
    private byte[] cells;

    GameOfLife(CartComm grid, int rows, int columns) throws MPIException {
        this.rows = rows;
        this.columns = columns;
        int[] dims = {grid.getTopo().getDim(0), grid.getTopo().getDim(1)};
        int[] me = {grid.getTopo().getCoord(0), grid.getTopo().getCoord(1)};
        firstRow = share(me[0], dims[0], rows);
        height = share(me[0] + 1, dims[0], rows) - firstRow;
        firstColumn = share(me[1], dims[1], columns);
        width = share(me[1] + 1, dims[1], columns) - firstColumn;
        above = grid.sub(new boolean[] {true, false});
        beside = grid.sub(new boolean[] {false, true});
        cells = new byte[(height + 2) * (width + 2)];
    }

    /** The first cell of a rank when the cells are divided evenly among the ranks. */
    private static int share(int rank, int ranks, int cells) {
        return (int) ((long) rank * cells / ranks);
    }

    public static void main(String[] args) throws MPIException {
        String[] words = MPI.Init(args);
        int generations = words.length > 0 ? Integer.parseInt(words[0]) : 100;
        int rows = words.length > 1 ? Integer.parseInt(words[1]) : 60;
        int columns = words.length > 2 ? Integer.parseInt(words[2]) : 80;
        int[] dims = new int[2];
        CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
        CartComm grid = MPI.COMM_WORLD.createCart(dims, new boolean[] {true, true}, true);

        if (dims[0] > rows || dims[1] > columns) {
            throw new IllegalArgumentException("give each rank a cell: fewer ranks, or more cells");
        }
        byte[] board = randomBoard(rows, columns);
        GameOfLife game = new GameOfLife(grid, rows, columns);
        game.take(board);
        for (int generation = 0; generation < generations; generation++) {
            game.exchangeRim();
            game.step();
        }
        byte[] last = game.collect(grid);

        if (grid.getRank() == ROOT) {
            report(generations, board, last, rows, columns);
        }
        MPI.Finalize();
    }

    /** Every rank creates the same board. */
    private static byte[] randomBoard(int rows, int columns) {
        Random random = new Random(4);
        byte[] board = new byte[rows * columns];
        for (int i = 0; i < board.length; i++) {
            board[i] = (byte) (random.nextInt(3) == 0 ? 1 : 0);
        }
        return board;
    }

    /** The index of a cell in the tile, by its row and column; the halo begins at -1. */
    private int at(int row, int column) {
        return (row + 1) * (width + 2) + column + 1;
    }

    private void take(byte[] board) {
        for (int row = 0; row < height; row++) {
            int from = (firstRow + row) * columns + firstColumn;
            System.arraycopy(board, from, cells, at(row, 0), width);
        }
    }

    private void exchangeRim() throws MPIException {
        byte[] sent = new byte[2 * height];
        byte[] got = new byte[2 * height];
        for (int row = 0; row < height; row++) {
            sent[row] = cells[at(row, 0)];
            sent[height + row] = cells[at(row, width - 1)];
        }
        // Blocks are in the order of neighbours: left, right. The block that the left neighbour
        // sent to its right comes first.
        beside.neighborAllToAll(sent, height, MPI.BYTE, got, height, MPI.BYTE);
        for (int row = 0; row < height; row++) {
            cells[at(row, -1)] = got[row];
            cells[at(row, width)] = got[height + row];
        }

        // Rows are sent from and received into the tile, at displacements in bytes.
        int[] whole = {width + 2, width + 2};
        int[] from = {at(0, -1), at(height - 1, -1)};
        int[] to = {at(-1, -1), at(height, -1)};
        Datatype[] types = {MPI.BYTE, MPI.BYTE};
        above.neighborAllToAllw(cells, whole, from, types, cells, whole, to, types);
    }

    private void step() {
        byte[] next = new byte[cells.length];
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                next[at(row, column)] = next(row, column);
            }
        }
        cells = next;
    }

    private byte next(int row, int column) {
        int around = -cells[at(row, column)];
        for (int r = row - 1; r <= row + 1; r++) {
            for (int c = column - 1; c <= column + 1; c++) {
                around += cells[at(r, c)];
            }
        }
        boolean lives = around == 3 || around == 2 && cells[at(row, column)] == 1;
        return (byte) (lives ? 1 : 0);
    }

    /** The whole board on rank 0. Tiles do not overlap, so the largest value is the right one. */
    private byte[] collect(CartComm grid) throws MPIException {
        byte[] mine = new byte[rows * columns];
        byte[] board = new byte[rows * columns];
        for (int row = 0; row < height; row++) {
            int to = (firstRow + row) * columns + firstColumn;
            System.arraycopy(cells, at(row, 0), mine, to, width);
        }
        grid.reduce(mine, board, board.length, MPI.BYTE, MPI.MAX, ROOT);
        return board;
    }

    private static void report(int generations, byte[] first, byte[] last, int rows, int columns) {
        byte[] alone = first;
        for (int generation = 0; generation < generations; generation++) {
            alone = stepAlone(alone, rows, columns);
        }
        int alive = 0;
        for (byte cell : last) {
            alive += cell;
        }
        System.out.println(
                "After " + generations + " generations " + alive + " of " + last.length + " live.");
        if (!Arrays.equals(alone, last)) {
            throw new IllegalStateException("the serial game ends with another board");
        }
        System.out.println("The serial game ends with the same board.");
    }

    private static byte[] stepAlone(byte[] board, int rows, int columns) {
        byte[] next = new byte[board.length];
        for (int i = 0; i < board.length; i++) {
            int around = -board[i];
            for (int near = 0; near < 9; near++) {
                int row = Math.floorMod(i / columns + near / 3 - 1, rows);
                int column = Math.floorMod(i % columns + near % 3 - 1, columns);
                around += board[row * columns + column];
            }
            next[i] = (byte) (around == 3 || around == 2 && board[i] == 1 ? 1 : 0);
        }
        return next;
    }
}
