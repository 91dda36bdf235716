package musubi.verbs.transport.policy;

/** Decides how the messages of each source shall reach a rank. */
public interface PathPolicy {
    /**
     * Decides anew.
     *
     * @param ways by number of the source: how it is now, and after the call how it shall be
     */
    void assign(ReceiveHistory history, ReceivePath[] ways);
}
