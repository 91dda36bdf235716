package musubi.launch.hosts;

import java.util.Collections;
import java.util.List;

/**
 * The part of a job that one node runs.
 *
 * @param placement of all ranks
 * @param node the number of the node
 * @param ranks those of the node, ascending
 */
public record NodeShare(RankPlacement placement, int node, List<Integer> ranks) {
    /** The share of a node. */
    public static NodeShare of(RankPlacement placement, int node) {
        return new NodeShare(placement, node, placement.ranksOf(node));
    }

    /** The place of a rank among those of the node. */
    public int localRank(int rank) {
        return Collections.binarySearch(ranks, rank);
    }

    /** Cuts the ranks into groups of neighbours, of this size at the most. */
    public List<RankRange> groups(int size) {
        return RankRange.groups(ranks, size);
    }
}
