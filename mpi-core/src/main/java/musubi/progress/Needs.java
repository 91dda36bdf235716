package musubi.progress;

import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;

/** What a wait needs to end: words for a report, and the ranks that could bring it. */
public final class Needs {
    private final StringJoiner words = new StringJoiner("; or ");
    private final TreeSet<Integer> ranks = new TreeSet<>();
    private boolean one;

    Needs() {}

    /** Adds words, for example {@code recv source=1 tag=0}. */
    public Needs add(String what) {
        words.add(what);
        return this;
    }

    /** Adds a rank without which the wait does not end. */
    public Needs from(int worldRank) {
        ranks.add(worldRank);
        return this;
    }

    /** Adds the ranks that another wait needs. */
    public Needs fromThoseOf(Awaited other) {
        Needs its = new Needs();
        other.tell(its);
        ranks.addAll(its.ranks);
        return this;
    }

    /** Says that one of the ranks is enough. */
    public Needs fromOneOfThem() {
        one = true;
        return this;
    }

    String words() {
        return words.toString();
    }

    List<Integer> ranks() {
        return List.copyOf(ranks);
    }

    boolean isOneEnough() {
        return one;
    }
}
