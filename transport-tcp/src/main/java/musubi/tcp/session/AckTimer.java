package musubi.tcp.session;

import java.util.ArrayList;
import java.util.List;

/**
 * The links that owe their peer a receipt or wait for one. Every few milliseconds these are looked
 * at, to pay what is owed and to notice a silent connection; the others cost nothing, however many
 * there are.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
public final class AckTimer {
    private final List<PeerConnection> connections = new ArrayList<>();
    private long ticks;
    private long visits;

    /** From now on the link is looked at, until it says that there is no need. */
    void add(PeerConnection link) {
        link.flags.watched = true;
        connections.add(link);
    }

    /**
     * Looks at each.
     *
     * @param away whether this rank has not looked at its connections for a while
     */
    void tick(long now, boolean away) {
        ticks++;
        for (int i = connections.size() - 1; i >= 0; i--) {
            visits++;
            PeerConnection link = connections.get(i);
            if (!link.tick(now, away)) {
                link.flags.watched = false;
                PeerConnection last = connections.removeLast();
                if (last != link) {
                    connections.set(i, last);
                }
            }
        }
    }

    /** How many rounds there have been. */
    public long ticks() {
        return ticks;
    }

    /** How often a link has been looked at in all of them. */
    public long visits() {
        return visits;
    }
}
