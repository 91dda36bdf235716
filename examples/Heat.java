import mpi.MPI;
import mpi.Request;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import javax.imageio.ImageIO;

/**
 * Computes the spread of heat over a metal plate, and draws the result.
 *
 * <p>{@code ./mpiexec -n 4 examples/Heat.java [--check] [PLATE [STEPS [PICTURE]]]}
 *
 * <p>The plate is a text file: {@code +} is a heater (100 degrees), {@code -} a cooler (0 degrees),
 * {@code .} metal of initially 20 degrees, the constant temperature of the air around the plate. A
 * character stands for 4 x 4 cells. In every step the temperature of a cell approaches the mean of
 * its four neighbours.
 *
 * <p>The plate is cut into blocks, one for each rank, in a grid. Around its block a rank keeps a
 * halo, one cell wide, with the cells of its neighbours; before each step the ranks exchange the
 * cells at the edges. With {@code --check} rank 0 also computes the whole plate serially, and the
 * results must be equal, bit for bit.
 */
class Heat {
    private static final int ROOT = 0;
    private static final int TAG = 1;
    private static final int SCALE = 4;
    private static final double AIR = 20;
    private static final double SPEED = 0.2; // oscillates above 0.25

    /** The plate as text: rows of equal length. */
    private record Plate(int rows, int columns, byte[] text) {
        int cellRows() {
            return rows * SCALE;
        }

        int cellColumns() {
            return columns * SCALE;
        }

        byte at(int cellRow, int cellColumn) {
            return text[cellRow / SCALE * columns + cellColumn / SCALE];
        }
    }

    /** The edges of a block, in an order in which opposite edges are 2 apart. */
    private enum Side {
        NORTH,
        WEST,
        SOUTH,
        EAST
    }

    /** The part of the plate that the given rank has. */
    private static final class Part {
        final int[] neighbours = new int[Side.values().length];
        final int top;
        final int left;
        final int rows;
        final int columns;

        Part(Plate plate, int rank, int size) {
            // As square as possible: the largest divisor of size not above its square root.
            int high = (int) Math.sqrt(size);
            while (size % high != 0) {
                high--;
            }
            int wide = size / high;
            int row = rank / wide;
            int column = rank % wide;
            if (plate.cellRows() < high || plate.cellColumns() < wide) {
                throw new IllegalArgumentException("more ranks than the plate has cells");
            }
            top = plate.cellRows() * row / high;
            rows = plate.cellRows() * (row + 1) / high - top;
            left = plate.cellColumns() * column / wide;
            columns = plate.cellColumns() * (column + 1) / wide - left;
            // PROC_NULL is no rank: messages to and from it complete at once and change nothing.
            neighbours[Side.NORTH.ordinal()] = row > 0 ? rank - wide : MPI.PROC_NULL;
            neighbours[Side.SOUTH.ordinal()] = row < high - 1 ? rank + wide : MPI.PROC_NULL;
            neighbours[Side.WEST.ordinal()] = column > 0 ? rank - 1 : MPI.PROC_NULL;
            neighbours[Side.EAST.ordinal()] = column < wide - 1 ? rank + 1 : MPI.PROC_NULL;
        }
    }

    /** The cells of one rank, and the halo around them. */
    private static final class Block {
        private final Part part;
        private final boolean[] held;
        private double[] now;
        private double[] next;
        private final DoubleBuffer[] out = new DoubleBuffer[Side.values().length];
        private final DoubleBuffer[] in = new DoubleBuffer[Side.values().length];

        Block(Plate plate, Part part) {
            this.part = part;
            now = new double[(part.rows + 2) * (part.columns + 2)];
            held = new boolean[now.length];
            Arrays.fill(now, AIR);
            for (int row = 0; row < part.rows; row++) {
                for (int column = 0; column < part.columns; column++) {
                    byte kind = plate.at(part.top + row, part.left + column);
                    held[cell(row, column)] = kind != '.';
                    now[cell(row, column)] = kind == '+' ? 100 : kind == '-' ? 0 : AIR;
                }
            }
            next = now.clone();
            for (Side side : Side.values()) {
                out[side.ordinal()] = MPI.newDoubleBuffer(length(side));
                in[side.ordinal()] = MPI.newDoubleBuffer(length(side));
            }
        }

        /**
         * The index of a cell in the arrays; rows and columns -1 and beyond the last are the halo.
         */
        private int cell(int row, int column) {
            return (row + 1) * (part.columns + 2) + column + 1;
        }

        private int length(Side side) {
            return side == Side.NORTH || side == Side.SOUTH ? part.columns : part.rows;
        }

        /** The i-th cell of an edge, or the cell a distance further out. */
        private int edge(Side side, int i, int outwards) {
            return switch (side) {
                case NORTH -> cell(-outwards, i);
                case SOUTH -> cell(part.rows - 1 + outwards, i);
                case WEST -> cell(i, -outwards);
                case EAST -> cell(i, part.columns - 1 + outwards);
            };
        }

        /** One step of all ranks; the inner cells are computed while messages are in flight. */
        void step() {
            Request[] requests = startExchange();
            update(1, part.rows - 1, 1, part.columns - 1);
            Request.waitAll(requests);
            unpackHalo();
            finishStep();
        }

        /** One step on a single block. */
        void stepAlone() {
            update(1, part.rows - 1, 1, part.columns - 1);
            finishStep();
        }

        private Request[] startExchange() {
            Request[] requests = new Request[2 * Side.values().length];
            int started = 0;
            for (Side side : Side.values()) {
                int neighbour = part.neighbours[side.ordinal()];
                DoubleBuffer edge = out[side.ordinal()];
                for (int i = 0; i < length(side); i++) {
                    edge.put(i, now[edge(side, i, 0)]);
                }
                DoubleBuffer halo = in[side.ordinal()];
                requests[started++] =
                        MPI.COMM_WORLD.iRecv(halo, length(side), MPI.DOUBLE, neighbour, TAG);
                requests[started++] =
                        MPI.COMM_WORLD.iSend(edge, length(side), MPI.DOUBLE, neighbour, TAG);
            }
            return requests;
        }

        private void unpackHalo() {
            for (Side side : Side.values()) {
                if (part.neighbours[side.ordinal()] != MPI.PROC_NULL) {
                    for (int i = 0; i < length(side); i++) {
                        now[edge(side, i, 1)] = in[side.ordinal()].get(i);
                    }
                }
            }
        }

        /** Computes the cells at the four edges, which need the halo. */
        private void finishStep() {
            update(0, 1, 0, part.columns);
            update(part.rows - 1, part.rows, 0, part.columns);
            update(0, part.rows, 0, 1);
            update(0, part.rows, part.columns - 1, part.columns);
            double[] old = now;
            now = next;
            next = old;
        }

        private void update(int fromRow, int toRow, int fromColumn, int toColumn) {
            int width = part.columns + 2;
            for (int row = fromRow; row < toRow; row++) {
                for (int column = fromColumn; column < toColumn; column++) {
                    int c = cell(row, column);
                    if (!held[c]) {
                        double around = now[c - width] + now[c - 1] + now[c + 1] + now[c + width];
                        next[c] = now[c] + SPEED * (around - 4 * now[c]);
                    }
                }
            }
        }

        /** The cells without the halo, row by row. */
        double[] cells() {
            double[] cells = new double[part.rows * part.columns];
            for (int row = 0; row < part.rows; row++) {
                System.arraycopy(now, cell(row, 0), cells, row * part.columns, part.columns);
            }
            return cells;
        }
    }

    public static void main(String[] args) throws IOException {
        List<String> words = new ArrayList<>(List.of(MPI.Init(args)));
        boolean check = words.remove("--check");
        String file = words.size() > 0 ? words.get(0) : "examples/data/plate.txt";
        int steps = words.size() > 1 ? Integer.parseInt(words.get(1)) : 500;
        File picture = new File(words.size() > 2 ? words.get(2) : "heat.png");
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();

        Plate plate = readPlate(Path.of(file));
        Block block = new Block(plate, new Part(plate, rank, size));
        for (int i = 0; i < steps; i++) {
            block.step();
        }
        double[] cells = gather(plate, block.cells());
        if (rank == ROOT) {
            report(plate, cells, steps);
            if (check) {
                compare(plate, cells, steps);
            }
            ImageIO.write(paint(plate, cells), "png", picture);
        }
        MPI.Finalize();
    }

    /** Rank 0 reads the file and broadcasts it; the other ranks need no access to the file. */
    private static Plate readPlate(Path file) throws IOException {
        boolean root = MPI.COMM_WORLD.getRank() == ROOT;
        List<String> lines = root ? Files.readAllLines(file) : List.of();
        int[] shape = new int[2];
        if (root) {
            shape[0] = lines.size();
            shape[1] = lines.getFirst().length();
        }
        MPI.COMM_WORLD.bcast(shape, shape.length, MPI.INT, ROOT);
        byte[] text = new byte[shape[0] * shape[1]];
        for (int row = 0; row < lines.size(); row++) {
            for (int column = 0; column < shape[1]; column++) {
                text[row * shape[1] + column] = (byte) lines.get(row).charAt(column);
            }
        }
        MPI.COMM_WORLD.bcast(text, text.length, MPI.BYTE, ROOT);
        return new Plate(shape[0], shape[1], text);
    }

    /** The whole plate, row by row, on rank 0. */
    private static double[] gather(Plate plate, double[] mine) {
        int size = MPI.COMM_WORLD.getSize();
        int[] counts = new int[size];
        int[] starts = new int[size];
        for (int rank = 0, start = 0; rank < size; rank++) {
            Part part = new Part(plate, rank, size);
            counts[rank] = part.rows * part.columns;
            starts[rank] = start;
            start += counts[rank];
        }
        double[] blocks = new double[plate.cellRows() * plate.cellColumns()];
        MPI.COMM_WORLD.gatherv(
                mine, mine.length, MPI.DOUBLE, blocks, counts, starts, MPI.DOUBLE, ROOT);
        double[] cells = new double[blocks.length];
        for (int rank = 0; rank < size; rank++) {
            Part part = new Part(plate, rank, size);
            for (int row = 0; row < part.rows; row++) {
                int from = starts[rank] + row * part.columns;
                int to = (part.top + row) * plate.cellColumns() + part.left;
                System.arraycopy(blocks, from, cells, to, part.columns);
            }
        }
        return cells;
    }

    private static void report(Plate plate, double[] cells, int steps) {
        System.out.printf(
                Locale.ROOT,
                "%d x %d cells, %d steps: mean %.6f degrees, checksum %08x%n",
                plate.cellRows(),
                plate.cellColumns(),
                steps,
                Arrays.stream(cells).average().orElseThrow(),
                Arrays.hashCode(cells));
    }

    private static void compare(Plate plate, double[] cells, int steps) {
        Block whole = new Block(plate, new Part(plate, 0, 1));
        for (int i = 0; i < steps; i++) {
            whole.stepAlone();
        }
        if (!Arrays.equals(cells, whole.cells())) {
            throw new IllegalStateException("the serial computation gives another result");
        }
        System.out.println("The serial computation gives the same.");
    }

    /** From blue over green to red. */
    private static BufferedImage paint(Plate plate, double[] cells) {
        int width = plate.cellColumns();
        BufferedImage picture =
                new BufferedImage(width, plate.cellRows(), BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < cells.length; i++) {
            double heat = cells[i] / 100;
            int red = (int) (255 * heat);
            int green = (int) (255 * (1 - Math.abs(2 * heat - 1)));
            int blue = 255 - red;
            picture.setRGB(i % width, i / width, red << 16 | green << 8 | blue);
        }
        return picture;
    }
}
