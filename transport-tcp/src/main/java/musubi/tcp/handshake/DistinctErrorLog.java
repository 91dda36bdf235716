package musubi.tcp.handshake;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Prints one line for each distinct cause of failed connections, however often it occurs: otherwise
 * a client that reaches the port could fill a disk.
 */
public final class DistinctErrorLog {
    private static final int MAX_CAUSES = 16;

    private final Set<String> logged = new HashSet<>();
    private final int rank;
    private final Consumer<String> out;

    /**
     * An empty log.
     *
     * @param out receives lines
     */
    DistinctErrorLog(int rank, Consumer<String> out) {
        this.rank = rank;
        this.out = out;
    }

    /**
     * Prints the first occurrence of a cause.
     *
     * @param cause a text without values
     * @param detail values of this occurrence; null for none
     */
    public void logOnce(String cause, String detail) {
        if (logged.size() < MAX_CAUSES && logged.add(cause)) {
            String more = detail == null ? "" : ": " + detail;
            out.accept("musubi: rank=" + rank + " tcp: " + cause + more + " (logged once)");
        }
    }
}
