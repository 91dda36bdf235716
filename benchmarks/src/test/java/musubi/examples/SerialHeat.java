package musubi.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The plate of the example Heat, computed in the most straightforward way. */
final class SerialHeat {
    private static final int SCALE = 4;

    private final List<String> plate;
    private final int rows;
    private final int columns;

    /** Degrees, with a frame of air, one cell wide, around the plate. */
    private double[][] degrees;

    SerialHeat(Path plateFile) throws IOException {
        plate = Files.readAllLines(plateFile);
        rows = plate.size() * SCALE;
        columns = plate.getFirst().length() * SCALE;
        degrees = new double[rows + 2][columns + 2];
        for (int row = 0; row < rows + 2; row++) {
            for (int column = 0; column < columns + 2; column++) {
                char kind = kindOf(row, column);
                degrees[row][column] = kind == '+' ? 100 : kind == '-' ? 0 : 20;
            }
        }
    }

    private char kindOf(int row, int column) {
        boolean air = row == 0 || column == 0 || row > rows || column > columns;
        return air ? 'a' : plate.get((row - 1) / SCALE).charAt((column - 1) / SCALE);
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    void steps(int count) {
        for (int i = 0; i < count; i++) {
            step();
        }
    }

    private void step() {
        double[][] next = new double[rows + 2][columns + 2];
        for (int row = 0; row < rows + 2; row++) {
            for (int column = 0; column < columns + 2; column++) {
                double own = degrees[row][column];
                if (kindOf(row, column) == '.') {
                    double around =
                            degrees[row - 1][column]
                                    + degrees[row][column - 1]
                                    + degrees[row][column + 1]
                                    + degrees[row + 1][column];
                    own += 0.2 * (around - 4 * own);
                }
                next[row][column] = own;
            }
        }
        degrees = next;
    }

    /** The colour of a cell: blue is 0 degrees, green 50, red 100. */
    int colour(int row, int column) {
        double heat = degrees[row + 1][column + 1] / 100;
        int red = (int) (255 * heat);
        int green = (int) (255 * (1 - Math.abs(2 * heat - 1)));
        return red << 16 | green << 8 | 255 - red;
    }

    double mean() {
        double sum = 0;
        for (int row = 1; row <= rows; row++) {
            for (int column = 1; column <= columns; column++) {
                sum += degrees[row][column];
            }
        }
        return sum / (rows * columns);
    }
}
