package musubi.check;

import musubi.error.CallSite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the objects of a program that have to be freed, by kind and by the line that made them.
 */
public final class LeakTracker {
    private static final int MOST_SHOWN = 20;

    private final Map<Origin, Count> counts = new LinkedHashMap<>();

    private record Origin(String kind, boolean isMessage, CallSite site) {}

    /** How many objects of one origin are alive. */
    private static final class Count {
        private int alive;
    }

    /** An object that has to be freed. */
    public final class TrackedObject {
        private final Origin origin;
        private final Count count;
        private boolean freed;

        private TrackedObject(Origin origin, Count count) {
            this.origin = origin;
            this.count = count;
        }

        /** The call that has made it. */
        public CallSite site() {
            return origin.site;
        }

        /** It was freed; more than once does no harm. */
        public void freed() {
            synchronized (counts) {
                count.alive -= freed ? 0 : 1;
                freed = true;
            }
        }
    }

    LeakTracker() {}

    /**
     * The calling thread makes an object.
     *
     * @param kind what it is, for example {@code group}
     */
    public TrackedObject track(String kind) {
        return track(new Origin(kind, false, CallSite.find()));
    }

    /**
     * The calling thread takes a message out of matching, which has to be received.
     *
     * @param text describes the message
     */
    public TrackedObject trackMessage(String text) {
        return track(new Origin(text, true, CallSite.find()));
    }

    private TrackedObject track(Origin origin) {
        synchronized (counts) {
            Count count = counts.computeIfAbsent(origin, _ -> new Count());
            count.alive++;
            return new TrackedObject(origin, count);
        }
    }

    /** A line for each origin of which objects are alive. */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        synchronized (counts) {
            counts.forEach(
                    (origin, count) -> {
                        if (count.alive > 0) {
                            lines.add(describe(origin, count.alive));
                        }
                    });
        }
        int more = lines.size() - MOST_SHOWN;
        List<String> shown = more > 0 ? lines.subList(0, MOST_SHOWN) : lines;
        if (more > 0) {
            shown.add("and from " + more + " more places");
        }
        return shown;
    }

    private static String describe(Origin origin, int alive) {
        if (origin.isMessage) {
            return "not received: %d x message %s; taken by %s"
                    .formatted(alive, origin.kind, origin.site);
        }
        String plural = alive == 1 ? "" : "s";
        return "not freed: %s %s%s made by %s".formatted(alive, origin.kind, plural, origin.site);
    }
}
