package musubi.collectives.node;

/**
 * An algorithm for an operation within a node: steps, each of which ends with a wait condition in
 * the {@link NodeGroup}. Thread rule: the thread that holds the rank.
 */
abstract class NodeAlgorithm {
    final NodeGroup group;
    NodeCall call;
    NodeTransfer transfer;

    NodeAlgorithm(NodeGroup group) {
        this.group = group;
    }

    /** Begins a call and sets the wait condition of the first step. */
    final void begin(NodeCall newCall, NodeTransfer newTransfer) {
        call = newCall;
        transfer = newTransfer;
        start();
    }

    /** Sets the wait condition of the first step. */
    abstract void start();

    /**
     * Executes the next step, whose wait condition holds.
     *
     * @return whether the call is complete
     */
    abstract boolean step();
}
