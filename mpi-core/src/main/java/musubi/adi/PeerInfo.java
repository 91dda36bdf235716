package musubi.adi;

/**
 * Where a peer is, as far as one transport is concerned. Immutable; any thread.
 *
 * @param worldRank its rank in the job
 * @param businessCard what its transport of the same name published; null when it has none
 */
public record PeerInfo(int worldRank, String businessCard) {}
