package musubi.progress;

import musubi.bootstrap.Stall.Release;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What a wait depends on: a description for reports, and the ranks that can end it. */
public final class WaitDependencies {
    /** Of several operations this number is described. */
    private static final int MOST_SHOWN = 8;

    private final List<String> descriptions = new ArrayList<>();
    private final TreeSet<Integer> ranks = new TreeSet<>();
    private boolean anyRankSufficient;
    private boolean collective;
    private boolean endsOtherwise;

    WaitDependencies() {}

    private static WaitDependencies of(Waitable awaited) {
        WaitDependencies needs = new WaitDependencies();
        awaited.describeWait(needs);
        return needs;
    }

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
        ranks.addAll(of(other).ranks);
        return this;
    }

    /** One of the ranks is enough to end the wait. */
    public WaitDependencies anyRankSuffices() {
        anyRankSufficient = true;
        return this;
    }

    /** The ranks may end the wait by progress of a collective operation, without a further call. */
    public WaitDependencies isCollective() {
        collective = true;
        return this;
    }

    /** Something else than a call of one of the ranks may end the wait. */
    public WaitDependencies mayEndOtherwise() {
        endsOtherwise = true;
        return this;
    }

    /** The end of one of several waits is enough. */
    public WaitDependencies anyOf(List<? extends Waitable> waits) {
        List<WaitDependencies> all = waits.stream().map(WaitDependencies::of).toList();
        addDescriptions(all, "; or ");
        for (WaitDependencies needs : all) {
            ranks.addAll(needs.ranks);
            collective |= needs.collective;
            endsOtherwise |= needs.release() == Release.UNKNOWN;
        }
        return anyRankSuffices();
    }

    /**
     * All of several waits have to end. Of those that any of several ranks can end, the first
     * counts, if there are no others: so the ranks are fewer than those that are necessary.
     */
    public WaitDependencies allOf(List<? extends Waitable> waits) {
        List<WaitDependencies> all = waits.stream().map(WaitDependencies::of).toList();
        addDescriptions(all, "; and ");
        List<WaitDependencies> certain =
                all.stream().filter(needs -> needs.release() != Release.UNKNOWN).toList();
        List<WaitDependencies> firm = certain.stream().filter(needs -> !needs.isChoice()).toList();
        List<WaitDependencies> counting =
                firm.isEmpty() ? certain.stream().limit(1).toList() : firm;
        for (WaitDependencies needs : certain.isEmpty() ? all : counting) {
            ranks.addAll(needs.ranks);
            collective |= needs.collective;
        }
        anyRankSufficient = firm.isEmpty();
        endsOtherwise = certain.isEmpty();
        return this;
    }

    private void addDescriptions(List<WaitDependencies> all, String separator) {
        List<String> texts =
                all.stream().limit(MOST_SHOWN).map(WaitDependencies::description).toList();
        int more = all.size() - texts.size();
        describe(String.join(separator, texts) + (more > 0 ? "; and " + more + " more" : ""));
    }

    String description() {
        return String.join("; or ", descriptions);
    }

    List<Integer> ranks() {
        return List.copyOf(ranks);
    }

    boolean isAnyRankSufficient() {
        return anyRankSufficient;
    }

    private boolean isChoice() {
        return anyRankSufficient && ranks.size() > 1;
    }

    /** What the ranks have to do. */
    Release release() {
        if (endsOtherwise || ranks.isEmpty()) {
            return Release.UNKNOWN;
        }
        return collective ? Release.COLLECTIVE : Release.CALL;
    }
}
