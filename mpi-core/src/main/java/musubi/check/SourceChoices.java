package musubi.check;

import musubi.error.CallSite;
import musubi.group.CommContext;
import musubi.group.MessageAddress;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.SendOrigins;
import musubi.pt2pt.matching.UnexpectedMessage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Receives and probes of any source for which messages of several sources waited: which one they
 * get depends on time. MPI-4.1 section 3.5. No error, as the results may be the same; {@code
 * mpiexec --explore} tries the other orders.
 */
final class SourceChoices {
    /** Messages looked at, so that a call costs little however many wait. */
    private static final int MOST_LOOKED_AT = 64;

    private static final int MOST_SHOWN = 8;

    private final PointToPoint pt2pt;
    private final Map<CallSite, Choices> ofLine = new LinkedHashMap<>();

    /** What waited for the calls of a line. */
    private static final class Choices {
        private long calls;
        private final Set<Integer> sources = new TreeSet<>();
        private final Set<Integer> tags = new TreeSet<>();
        private final Set<String> places = new TreeSet<>();

        private void add(UnexpectedMessage message, SendOrigins origins) {
            addTo(sources, message.source());
            addTo(tags, message.tag());
            String place = origins == null ? "" : origins.suffix(message);
            if (!place.isEmpty()) {
                addTo(places, place.substring(", sent by ".length()));
            }
        }

        private static <T> void addTo(Set<T> set, T element) {
            if (set.size() <= MOST_SHOWN) {
                set.add(element);
            }
        }
    }

    SourceChoices(PointToPoint pt2pt) {
        this.pt2pt = pt2pt;
    }

    /** The calling thread is about to receive or probe from any source. */
    void look(CommContext comm, int tag) {
        pt2pt.progress().poll();
        UnexpectedMessage first = pt2pt.waiting(comm.contextId(), MessageAddress.ANY_SOURCE, tag);
        UnexpectedMessage other = first;
        int looked = 0;
        while (other != null && looked < MOST_LOOKED_AT && !isOther(other, first, comm, tag)) {
            other = other.next();
            looked++;
        }
        if (other != null && looked < MOST_LOOKED_AT) {
            Choices choices = ofLine.computeIfAbsent(CallSite.find(), _ -> new Choices());
            choices.calls++;
            choices.add(first, pt2pt.origins());
            choices.add(other, pt2pt.origins());
        }
    }

    private static boolean isOther(
            UnexpectedMessage message, UnexpectedMessage first, CommContext comm, int tag) {
        return message.source() != first.source()
                && message.fits(comm.contextId(), MessageAddress.ANY_SOURCE, tag);
    }

    /** A line for each line of the program that had a choice. */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        ofLine.forEach((site, choices) -> lines.add(describe(site, choices)));
        return lines;
    }

    private static String describe(CallSite site, Choices choices) {
        String text =
                "note: %d x messages of several sources waited for %s: sources=%s tags=%s"
                        .formatted(choices.calls, site, list(choices.sources), list(choices.tags));
        return choices.places.isEmpty() ? text : text + " sent by " + list(choices.places);
    }

    private static String list(Set<?> elements) {
        List<String> shown =
                new ArrayList<>(elements.stream().limit(MOST_SHOWN).map(Object::toString).toList());
        if (elements.size() > MOST_SHOWN) {
            shown.add("...");
        }
        return String.join(" and ", shown);
    }
}
