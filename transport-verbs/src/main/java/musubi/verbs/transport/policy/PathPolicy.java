package musubi.verbs.transport.policy;

/** Decides how the messages of each source shall reach a rank. */
public interface PathPolicy {
    /**
     * Decides anew.
     *
     * @param paths by number of the source: the current path, replaced by the assigned one
     */
    void assign(ReceiveHistory history, ReceivePath[] paths);
}
