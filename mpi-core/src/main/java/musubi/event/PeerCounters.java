package musubi.event;

/**
 * Where messages with a peer are counted. Immutable.
 *
 * @param peer its world rank
 * @param sent the place of the counters of what is sent, by protocol
 * @param received the same of what is received
 */
public record PeerCounters(int peer, int sent, int received) {}
