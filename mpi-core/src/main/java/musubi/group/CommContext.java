package musubi.group;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * The part of a communicator that messages need: its contexts, its group, the rank of this process
 * in it, and the peers that messages go to. MPI-4.1 section 7.2. The methods are final, so a call
 * costs no dispatch.
 */
public abstract class CommContext {
    /** The id of a communicator whose members have not yet agreed on one. */
    protected static final int NO_ID = -1;

    private final RankGroup group;
    private final RankGroup peers;
    private final int rank;
    private int id;

    /**
     * A context.
     *
     * @param id of the communicator, or {@link #NO_ID}
     * @param group of this rank
     * @param peers the remote group of an intercommunicator, else the group itself
     */
    protected CommContext(int id, RankGroup group, RankGroup peers) {
        this.id = id;
        this.group = group;
        this.peers = peers;
        rank = group.rank();
    }

    /** Sets the id that the members have agreed on. */
    protected final void setId(int agreed) {
        id = agreed;
    }

    /** Whether the members have not yet agreed on an id. */
    public final boolean isPending() {
        return id == NO_ID;
    }

    /** Its members; of an intercommunicator those of this rank's group. */
    public final RankGroup group() {
        return group;
    }

    /** Whether it joins two groups. MPI-4.1 section 7.6.1. */
    public final boolean isInter() {
        return peers != group;
    }

    /** The group that ranks in sends and receives refer to: the remote group, or the only one. */
    public final RankGroup peers() {
        return peers;
    }

    /** The remote group of an intercommunicator, else null. MPI-4.1 section 7.6.1. */
    public final RankGroup remoteGroup() {
        return isInter() ? peers : null;
    }

    /** The rank of this process. */
    public final int rank() {
        return rank;
    }

    /** Number of members; of an intercommunicator those of this rank's group. */
    public final int size() {
        return group.size();
    }

    /** Context of point-to-point messages. */
    public final int contextId() {
        return ContextId.pointToPoint(id);
    }

    /** Context of collective operations. */
    public final int collectiveContextId() {
        return ContextId.collective(id);
    }

    /**
     * World rank of a peer.
     *
     * @throws MpiFailure of class RANK if there is no such peer
     */
    public final int worldRank(int peer) {
        if (peer < 0 || peer >= peers.size()) {
            throw noSuchRank(peer);
        }
        return peers.worldRank(peer);
    }

    private MpiFailure noSuchRank(int peer) {
        String where = isInter() ? "remote group" : "communicator";
        MpiFailure failure =
                new MpiFailure(ErrorClass.RANK, "no such rank in the " + where)
                        .with("rank", peer, "size", peers.size())
                        .advice("use 0 to " + (peers.size() - 1));
        return peer == MessageAddress.ANY_SOURCE
                ? failure.advice("MPI.ANY_SOURCE is for receives and probes")
                : failure;
    }
}
