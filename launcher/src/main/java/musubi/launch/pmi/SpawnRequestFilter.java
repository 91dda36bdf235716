package musubi.launch.pmi;

/**
 * Skips the lines of a spawn request, the only request of several lines: blocks from {@code
 * mcmd=spawn} to {@code endcmd}, of which the last is marked by its counters.
 *
 * <p>Thread rule: one thread at a time.
 */
final class SpawnRequestFilter {
    private static final String BEGIN = "mcmd=";
    private static final String END = "endcmd";
    private static final String TOTAL = "totspawns=";
    private static final String SO_FAR = "spawnssofar=";

    private boolean open;
    private String total = "1";
    private String soFar = "1";

    /** Consumes a line if it belongs to a block; false otherwise. */
    boolean consume(String line) {
        open |= line.startsWith(BEGIN);
        if (open && line.startsWith(TOTAL)) {
            total = line.substring(TOTAL.length());
        }
        if (open && line.startsWith(SO_FAR)) {
            soFar = line.substring(SO_FAR.length());
        }
        return open;
    }

    /** Whether this line of a block ends the request. */
    boolean isLast(String line) {
        if (!line.equals(END)) {
            return false;
        }
        open = false;
        return soFar.equals(total);
    }
}
