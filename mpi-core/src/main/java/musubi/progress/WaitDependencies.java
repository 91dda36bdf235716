package musubi.progress;

import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;

/** What a wait depends on: a description for reports, and the ranks that can end it. */
public final class WaitDependencies {
    private final StringJoiner descriptions = new StringJoiner("; or ");
    private final TreeSet<Integer> ranks = new TreeSet<>();
    private boolean anyRankSufficient;

    WaitDependencies() {}

    /** Adds words, for example {@code recv source=1 tag=0}. */
    public WaitDependencies describe(String what) {
        descriptions.add(what);
        return this;
    }

    /** Adds a rank without which the wait does not end. */
    public WaitDependencies addRank(int worldRank) {
        ranks.add(worldRank);
        return this;
    }

    /** Adds the ranks that another wait needs. */
    public WaitDependencies addRanksOf(Waitable other) {
        WaitDependencies its = new WaitDependencies();
        other.describeWait(its);
        ranks.addAll(its.ranks);
        return this;
    }

    /** One of the ranks is enough to end the wait. */
    public WaitDependencies anyRankSuffices() {
        anyRankSufficient = true;
        return this;
    }

    String description() {
        return descriptions.toString();
    }

    List<Integer> ranks() {
        return List.copyOf(ranks);
    }

    boolean isAnyRankSufficient() {
        return anyRankSufficient;
    }
}
