package musubi.tcp.handshake;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells the user of connections that came to nothing: one line for each distinct cause, however
 * often it happens, because whoever reaches the port could fill a disk otherwise.
 */
public final class DistinctErrorLog {
    private static final int MAX_CAUSES = 16;

    private final Set<String> logged = new HashSet<>();
    private final int rank;
    private final Consumer<String> out;

    /**
     * None so far.
     *
     * @param out takes lines
     */
    DistinctErrorLog(int rank, Consumer<String> out) {
        this.rank = rank;
        this.out = out;
    }

    /**
     * Tells a cause when it is seen for the first time.
     *
     * @param cause has no values in it
     * @param detail of this case; null when there is none
     */
    public void logOnce(String cause, String detail) {
        if (logged.size() < MAX_CAUSES && logged.add(cause)) {
            String more = detail == null ? "" : ": " + detail;
            out.accept("musubi: rank=" + rank + " tcp: " + cause + more + " (told once)");
        }
    }
}
