package musubi.launch.pmi;

/**
 * Passes over the lines of a request to spawn processes, the only one that takes several: blocks
 * from {@code mcmd=spawn} to {@code endcmd}, the last of which says that it is.
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

    /** Whether this line belongs to a block. */
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

    /** Whether this line, which belongs to a block, is the end of the request. */
    boolean isLast(String line) {
        if (!line.equals(END)) {
            return false;
        }
        open = false;
        return soFar.equals(total);
    }
}
