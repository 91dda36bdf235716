package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.RemoteMemory;
import musubi.adi.SendOutcome;
import musubi.connect.ContextCache;
import musubi.pt2pt.matching.MessageKind;
import musubi.region.Region;

/**
 * Active messages on the transports of a rank: they go the way of all messages, in order with them,
 * but are not matched. What they mean is up to the {@link Receiver}.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class ActiveChannel {
    private final ContextCache<Peer> peers;
    private final Envelope sent = new Envelope();
    private Receiver receiver;

    /** What is done with arrivals; called while the rank polls, so it neither sends nor polls. */
    public interface Receiver {
        /**
         * A message has arrived.
         *
         * @param from the sender's world rank
         * @param message its flags are the handler, valid during the call only
         * @param payload exactly the payload; valid during the call only
         */
        void onMessage(int from, Envelope message, Region payload);

        /** The peer is gone for good. */
        void onPeerLost(int worldRank, String reason);
    }

    ActiveChannel(ContextCache<Peer> peers) {
        this.peers = peers;
    }

    /** Sets what receives the messages, before the first is sent. */
    public void receiveBy(Receiver newReceiver) {
        receiver = newReceiver;
    }

    /** The envelope to fill in for {@link #trySend}, except for its kind. */
    public Envelope envelope() {
        return sent;
    }

    /**
     * Sends {@link #envelope} with a payload, which is taken whole or not at all; once accepted,
     * its memory may be reused.
     *
     * @param from start of the payload in the region, in bytes
     * @param bytes at most {@link #longestPayload}
     */
    public SendOutcome trySend(int worldRank, Region payload, long from, long bytes) {
        sent.kind = MessageKind.ACTIVE;
        return peers.get(worldRank).sendActive(sent, payload, from, bytes);
    }

    /** The longest payload of a message to this peer, in bytes. */
    public int longestPayload(int worldRank) {
        return peers.get(worldRank).traits().eagerLimitBytes();
    }

    /** Access to the memory of a peer; null when there is none. */
    public RemoteMemory memory(int worldRank) {
        return peers.get(worldRank).remoteMemory();
    }

    /** Why the peer is gone; null while it is not. */
    public String lossReason(int worldRank) {
        Peer peer = peers.peek(worldRank);
        return peer == null ? null : peer.lost();
    }

    void onMessage(int from, Envelope envelope, Region payload) {
        if (receiver == null) {
            throw new IllegalStateException(
                    "an active message without a receiver from=" + from + " " + envelope);
        }
        receiver.onMessage(from, envelope, payload);
    }

    void onPeerLost(int worldRank, String reason) {
        if (receiver != null) {
            receiver.onPeerLost(worldRank, reason);
        }
    }
}
