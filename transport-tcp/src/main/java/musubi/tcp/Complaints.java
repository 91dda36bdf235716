package musubi.tcp;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells the user of connections that came to nothing: one line for each distinct cause, however
 * often it happens, because whoever reaches the port could fill a disk otherwise.
 */
final class Complaints {
    private static final int MOST = 16;

    private final Set<String> told = new HashSet<>();
    private final int rank;
    private final Consumer<String> out;

    /**
     * None so far.
     *
     * @param out takes lines
     */
    Complaints(int rank, Consumer<String> out) {
        this.rank = rank;
        this.out = out;
    }

    /**
     * Tells a cause when it is seen for the first time.
     *
     * @param cause has no values in it
     * @param detail of this case; null when there is none
     */
    void tell(String cause, String detail) {
        if (told.size() < MOST && told.add(cause)) {
            String more = detail == null ? "" : ": " + detail;
            out.accept("musubi: rank=" + rank + " tcp: " + cause + more + " (told once)");
        }
    }
}
