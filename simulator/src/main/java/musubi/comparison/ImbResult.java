package musubi.comparison;

/**
 * A result of IMB, in Java or C.
 *
 * @param medianUs microseconds of an iteration, the median of the batches
 * @param megabytes a second, 10^6 bytes each; 0 without
 */
public record ImbResult(String name, int ranks, long bytes, double medianUs, double megabytes) {
    private static final int NAME = 1;
    private static final int RANKS = 2;
    private static final int BYTES = 3;
    private static final int MEDIAN = 8;
    private static final int MEGABYTES = 11;

    /** The result of a line that IMB prints with -lines; null for other lines. */
    public static ImbResult parse(String line) {
        String[] fields = line.split(",");
        if (!fields[0].equals("R") || fields.length <= MEGABYTES) {
            return null;
        }
        return new ImbResult(
                fields[NAME],
                Integer.parseInt(fields[RANKS]),
                Long.parseLong(fields[BYTES]),
                Double.parseDouble(fields[MEDIAN]),
                Double.parseDouble(fields[MEGABYTES]));
    }
}
