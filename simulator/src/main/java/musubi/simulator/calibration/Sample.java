package musubi.simulator.calibration;

import musubi.coll.CollectiveKind;

import java.util.Locale;

/**
 * Measured time of a call, with the terms of its algorithm's formula: t = starts L + load / B.
 * Immutable.
 *
 * @param choice the algorithm that ran, with its segment, as settings take it; or flags
 * @param forced whether it was forced, rather than chosen
 * @param ranks of the communicator
 * @param bytes of a message or block
 * @param starts sequential messages; 0 without a formula
 * @param load sequential bytes
 * @param seconds of a call, the median of several batches
 * @param spread interquartile range, as a part of the median
 */
public record Sample(
        CollectiveKind kind,
        String choice,
        boolean forced,
        int ranks,
        long bytes,
        double starts,
        double load,
        double seconds,
        double spread) {
    private static final String MARK = "musubi-sample";
    private static final int WORDS = 10;

    /** The algorithm without its segment. */
    public String algorithm() {
        return choice.split(":", 2)[0];
    }

    /** A line for {@link #parse}. */
    public String text() {
        return String.format(
                Locale.ROOT,
                MARK + " %s %s %b %d %d %.6g %.6g %.6g %.4f",
                kind,
                choice,
                forced,
                ranks,
                bytes,
                starts,
                load,
                seconds,
                spread);
    }

    /** The sample of a line; null for any other line of a program's output. */
    public static Sample parse(String line) {
        String[] words = line.split(" ");
        if (!words[0].equals(MARK) || words.length != WORDS) {
            return null;
        }
        return new Sample(
                CollectiveKind.valueOf(words[1]),
                words[2],
                Boolean.parseBoolean(words[3]),
                Integer.parseInt(words[4]),
                Long.parseLong(words[5]),
                Double.parseDouble(words[6]),
                Double.parseDouble(words[7]),
                Double.parseDouble(words[8]),
                Double.parseDouble(words[9]));
    }
}
