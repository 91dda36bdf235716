package musubi.rma;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.RankGroup;
import musubi.progress.WaitDependencies;
import musubi.progress.Waitable;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Counted signals of one kind from the ranks of a window: that an exposure epoch was posted, or an
 * access epoch completed. A rank may signal again before the first is waited for.
 */
final class Signals {
    private final String awaited;
    private final RankGroup ranks;
    private final int[] received;

    /**
     * No signals yet.
     *
     * @param awaited what waits for them, for example {@code Win.start}
     * @param ranks of the window
     */
    Signals(String awaited, RankGroup ranks) {
        this.awaited = awaited;
        this.ranks = ranks;
        received = new int[ranks.size()];
    }

    /** A rank has signalled. */
    void receive(int worldRank) {
        received[ranks.rankOf(worldRank)]++;
    }

    /** Whether each of these ranks of the window has signalled. */
    boolean areAllThere(int[] from) {
        return Arrays.stream(from).allMatch(rank -> received[rank] > 0);
    }

    /** Takes one signal of each. */
    void take(int[] from) {
        for (int rank : from) {
            received[rank]--;
        }
    }

    private void checkAlive(int[] from, IntFunction<String> lossReason) {
        for (int rank : from) {
            String reason = received[rank] > 0 ? null : lossReason.apply(ranks.worldRank(rank));
            if (reason != null) {
                throw new MpiFailure(ErrorClass.ofLoss(reason), awaited + ": " + reason);
            }
        }
    }

    /**
     * That each of these ranks has signalled.
     *
     * @param lossReason why a world rank is gone, or null
     */
    Waitable from(int[] from, IntFunction<String> lossReason) {
        return new Waitable() {
            @Override
            public boolean isComplete() {
                boolean complete = areAllThere(from);
                if (!complete) {
                    checkAlive(from, lossReason);
                }
                return complete;
            }

            @Override
            public void describeWait(WaitDependencies needs) {
                needs.describe(awaited);
                for (int rank : from) {
                    if (received[rank] == 0) {
                        needs.addRank(ranks.worldRank(rank));
                    }
                }
            }
        };
    }
}
