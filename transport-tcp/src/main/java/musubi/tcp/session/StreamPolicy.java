package musubi.tcp.session;

/** Chooses the number of streams to a peer. Thread rule: the thread with exclusive access. */
@FunctionalInterface
public interface StreamPolicy {
    /**
     * The number of streams from now on, from 1 to {@value StreamGroup#MOST}.
     *
     * @param sample what the present ones have done since the last call
     */
    int next(StreamSample sample);
}
