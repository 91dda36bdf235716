package musubi.active;

import musubi.adi.Envelope;
import musubi.adi.RemoteMemory;
import musubi.progress.WorkList;
import musubi.pt2pt.ActiveChannel;
import musubi.region.Region;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The active messages of a rank: messages that name a handler, which runs at the target when they
 * arrive. Von Eicken et al., Active Messages (ISCA 1992).
 *
 * <p>All ranks register the same handlers in the same order; {@link #fingerprint} shows whether
 * they have. Handlers run on whatever thread makes progress for the target: that of its MPI calls,
 * or its progress thread.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class ActiveMessages implements ActiveChannel.Receiver {
    /** The flags of an envelope have 24 bits. */
    private static final int MOST_HANDLERS = 1 << 24;

    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final ActiveChannel channel;
    private final WorkList work;
    private final List<ActiveHandler> handlers = new ArrayList<>();
    private final Map<Integer, ActivePeer> peers = new HashMap<>();
    private final List<LossListener> lossListeners = new ArrayList<>();
    private final ActiveMessage arrived = new ActiveMessage();
    private long fingerprint = FNV_BASIS;

    /** Is called when a peer is lost. */
    @FunctionalInterface
    public interface LossListener {
        /** The peer is gone; as handlers, it neither sends nor polls. */
        void onPeerLost(int worldRank, String reason);
    }

    /**
     * The active messages on a channel, of which it becomes the receiver.
     *
     * @param work of the rank
     */
    public ActiveMessages(ActiveChannel channel, WorkList work) {
        this.channel = channel;
        this.work = work;
        channel.receiveBy(this);
    }

    /**
     * Adds a handler.
     *
     * @param name the same on all ranks
     * @return its number, for {@link ActiveMessage#handler}
     */
    public int register(String name, ActiveHandler handler) {
        if (handlers.size() == MOST_HANDLERS) {
            throw new IllegalStateException("too many handlers of active messages");
        }
        for (int i = 0; i <= name.length(); i++) {
            int next = i < name.length() ? name.charAt(i) : 0;
            fingerprint = (fingerprint ^ next) * FNV_PRIME;
        }
        handlers.add(handler);
        return handlers.size() - 1;
    }

    /** A hash (FNV-1a) of the names of all handlers in their order. */
    public long fingerprint() {
        return fingerprint;
    }

    /** Adds a listener. */
    public void onLoss(LossListener listener) {
        lossListeners.add(listener);
    }

    /** The messages to a rank. */
    public ActivePeer to(int worldRank) {
        return peers.computeIfAbsent(worldRank, rank -> new ActivePeer(channel, work, rank));
    }

    /** Access to the memory of a peer; null when there is none. */
    public RemoteMemory memory(int worldRank) {
        return channel.memory(worldRank);
    }

    /** Why a peer is gone; null while it is not. */
    public String lossReason(int worldRank) {
        return channel.lossReason(worldRank);
    }

    /** The longest data of a message that is sent in one piece, in bytes. */
    public int longestPiece(int worldRank) {
        return channel.longestPayload(worldRank);
    }

    @Override
    public void onMessage(int from, Envelope envelope, Region payload) {
        arrived.decode(envelope);
        if (arrived.handler >= handlers.size()) {
            throw new IllegalStateException(
                    "no handler of an active message: from=%s handler=%s handlers=%s"
                            .formatted(from, arrived.handler, handlers.size()));
        }
        handlers.get(arrived.handler).run(from, arrived, payload);
    }

    @Override
    public void onPeerLost(int worldRank, String reason) {
        ActivePeer peer = peers.get(worldRank);
        if (peer != null) {
            peer.lose(reason);
        }
        lossListeners.forEach(listener -> listener.onPeerLost(worldRank, reason));
    }
}
