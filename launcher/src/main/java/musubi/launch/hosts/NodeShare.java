package musubi.launch.hosts;

import java.util.Collections;
import java.util.List;

/**
 * The share of one node in a job.
 *
 * @param placement of all ranks
 * @param node the number of the node
 * @param ranks the ranks of the node, in ascending order
 */
public record NodeShare(RankPlacement placement, int node, List<Integer> ranks) {
    /** The share of a node. */
    public static NodeShare of(RankPlacement placement, int node) {
        return new NodeShare(placement, node, placement.ranksOf(node));
    }

    /** The index of a rank among the ranks of the node. */
    public int localRank(int rank) {
        return Collections.binarySearch(ranks, rank);
    }

    /** Splits the ranks into ranges of at most {@code size} ranks. */
    public List<RankRange> groups(int size) {
        return RankRange.groups(ranks, size);
    }
}
