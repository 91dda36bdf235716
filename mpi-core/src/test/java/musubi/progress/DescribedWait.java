package musubi.progress;

import java.util.List;

/** What a wait depends on, for tests of other packages. */
public record DescribedWait(String description, List<Integer> ranks, boolean anySuffices) {
    /** The dependencies of a wait. */
    public static DescribedWait of(Waitable awaited) {
        WaitDependencies needs = new WaitDependencies();
        awaited.describeWait(needs);
        return new DescribedWait(needs.description(), needs.ranks(), needs.isAnyRankSufficient());
    }
}
