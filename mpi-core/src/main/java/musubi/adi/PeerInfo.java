package musubi.adi;

/**
 * A peer, as seen by one transport. Immutable; any thread.
 *
 * @param worldRank its rank in the job
 * @param businessCard address that its transport of the same name published; null when it has none
 */
public record PeerInfo(int worldRank, String businessCard) {}
