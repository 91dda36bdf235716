package musubi.collectives.node;

/**
 * One way of doing an operation on a node: steps, each of which ends with something to wait for in
 * the {@link NodeGroup}. Thread rule: the thread that holds the rank.
 */
abstract class NodeAlgorithm {
    final NodeGroup group;
    NodeCall call;
    NodeTransfer sharing;

    NodeAlgorithm(NodeGroup group) {
        this.group = group;
    }

    /** Begins a call and says what the first step waits for. */
    final void begin(NodeCall newCall, NodeTransfer newSharing) {
        call = newCall;
        sharing = newSharing;
        start();
    }

    /** The same for each way. */
    abstract void start();

    /**
     * Does the next step; what it waits for has come.
     *
     * @return whether the call is done
     */
    abstract boolean step();
}
