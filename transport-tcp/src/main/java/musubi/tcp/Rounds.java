package musubi.tcp;

import java.util.ArrayList;
import java.util.List;

/**
 * The links that owe their peer a receipt or wait for one. Every few milliseconds these are looked
 * at, to pay what is owed and to notice a silent connection; the others cost nothing, however many
 * there are.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class Rounds {
    private final List<Link> links = new ArrayList<>();
    private long made;
    private long visits;

    /** From now on the link is looked at, until it says that there is no need. */
    void add(Link link) {
        link.places.watched = true;
        links.add(link);
    }

    /**
     * Looks at each.
     *
     * @param away whether this rank has not looked at its connections for a while
     */
    void make(long now, boolean away) {
        made++;
        for (int i = links.size() - 1; i >= 0; i--) {
            visits++;
            Link link = links.get(i);
            if (!link.tick(now, away)) {
                link.places.watched = false;
                Link last = links.removeLast();
                if (last != link) {
                    links.set(i, last);
                }
            }
        }
    }

    /** How many rounds there have been. */
    long made() {
        return made;
    }

    /** How often a link has been looked at in all of them. */
    long visits() {
        return visits;
    }
}
