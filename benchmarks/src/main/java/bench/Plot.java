package bench;

import musubi.simulator.plot.SizeChart;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Plots results over message size on logarithmic axes: {@code Plot data.csv file title unit} writes
 * file.svg and file.png. A line of data is {@code library,bytes,median,smallest,largest}; bands
 * reach from the smallest run to the largest.
 */
public final class Plot {
    private static final int WORDS = 4;

    private Plot() {}

    /** Draws. */
    public static void main(String[] args) throws IOException {
        if (args.length != WORDS) {
            throw new IllegalArgumentException(
                    "usage: Plot data.csv file-without-ending title unit");
        }
        SizeChart chart = new SizeChart(args[2], args[3]);
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] fields = line.split(",");
            double[] numbers = new double[fields.length];
            for (int i = 1; i < fields.length; i++) {
                numbers[i] = Double.parseDouble(fields[i]);
            }
            chart.add(fields[0], numbers[1], numbers[2], numbers[3], numbers[4]);
        }
        chart.writeSvg(new File(args[1] + ".svg"));
        chart.writePng(new File(args[1] + ".png"));
    }
}
