package musubi.collectives.algorithm.twolevel;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

/**
 * The two levels of a communicator from one rank's view: the ranks of its node, and the node roots.
 * The root of a node is its leader, on the node of the call's root that root.
 */
record TwoLevels(NodeMap nodes, int rank, int root) {
    /** The levels of a shape without {@linkplain #refusal refusal}. */
    static TwoLevels of(Shape shape, int root) {
        return new TwoLevels(shape.nodes, shape.rank, root);
    }

    /** Reason for the lack of two levels; null if there are two. */
    static String refusal(Shape shape) {
        boolean there = shape.nodes != null && shape.nodes.haveTwoLevels();
        return there ? null : "it takes several nodes, and several ranks on one of them";
    }

    /** The same for reductions, which keep rank order unless they commute. */
    static String refusalToReduce(Shape shape) {
        String refusal = refusal(shape);
        boolean inOrder = refusal != null || shape.commutative || shape.nodes.haveContiguousRanks();
        return inOrder
                ? refusal
                : "the operation is not commutative, and the ranks of a node do not follow each"
                        + " other";
    }

    /** The root of a node. */
    int nodeRoot(int node) {
        return node == nodes.of(root) ? root : nodes.leader(node);
    }

    /** Whether this rank is the root of its node. */
    boolean isNodeRoot() {
        return nodeRoot(node()) == rank;
    }

    /** This rank's node. */
    int node() {
        return nodes.of(rank);
    }

    /** A rank of this rank's node. */
    int onMyNode(int place) {
        return nodes.member(node(), place);
    }

    /** A call of the same count among the node roots, numbered by node. */
    Shape amongNodes(Shape shape, CollectiveKind kind) {
        Shape among = new Shape().reset(kind, node(), nodes.count());
        among.root = nodes.of(root);
        return like(shape, among);
    }

    /** A call of the same count among the ranks of this rank's node; its root is the node root. */
    Shape onNode(Shape shape, CollectiveKind kind) {
        Shape on = new Shape().reset(kind, nodes.placeOf(rank), nodes.size(node()));
        on.root = nodes.placeOf(nodeRoot(node()));
        return like(shape, on);
    }

    private static Shape like(Shape shape, Shape level) {
        level.count = shape.count;
        level.itemBytes = shape.itemBytes;
        level.commutative = shape.commutative;
        level.segment = shape.segment;
        return level;
    }
}
