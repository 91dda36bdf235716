package musubi.comm;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.ContextId;
import musubi.group.RankGroup;
import musubi.group.RankMap;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Creation of an intercommunicator from two groups: their leaders, which share a communicator,
 * exchange the groups, and then the ids that their groups propose until all proposals are equal;
 * see {@link ContextIdAgreement}. MPI-4.1 section 7.6.2.
 *
 * <pre>
 *   group A, leader a        group B, leader b
 *          a  &lt;--- members, ids ---&gt;  b         in the peer communicator
 *        / | \                         / | \       in the local communicators
 * </pre>
 *
 * <p>The leaders communicate in the peer communicator's point-to-point context with a negative tag,
 * which no receive or probe of the program takes. A leader that fails notifies its group, so that
 * all ranks fail.
 *
 * <p>Thread rule: the thread that holds the rank's gate.
 */
public final class IntercommCreation {
    /** In place of the number of members: the leader has failed. */
    private static final long FAILED = -1;

    private final Communicator local;
    private final int leader;
    private final SetupExchange localExchange;
    private final int localTag;
    private SetupExchange leaderExchange;
    private int remoteLeader;
    private MpiFailure failure;

    /**
     * A creation.
     *
     * @param local of the group that this rank is in
     * @param leader the rank that communicates with the remote group
     * @throws MpiFailure of class COMM or RANK
     */
    public IntercommCreation(Communicator local, int leader) {
        if (local.isInter()) {
            throw new MpiFailure(
                    ErrorClass.COMM, "the local communicator is an intercommunicator itself");
        }
        if (leader < 0 || leader >= local.size()) {
            throw new MpiFailure(
                            ErrorClass.RANK,
                            "the local leader is no rank of the local communicator")
                    .with("leader", leader, "size", local.size());
        }
        this.local = local;
        this.leader = leader;
        localTag = local.nextTag();
        localExchange = local.exchange(localTag);
    }

    /** Whether this rank is the leader of its group. */
    public boolean isLeader() {
        return local.rank() == leader;
    }

    /**
     * Connects this rank, the leader, to the remote leader. A failure is kept and thrown by {@link
     * #run} on all ranks of the group.
     *
     * @param peer supplies the communicator that the leaders share, or fails
     * @param otherLeader the rank of the other leader in it
     */
    public IntercommCreation connectLeader(Supplier<Communicator> peer, int otherLeader, int tag) {
        try {
            if (tag < 0) {
                throw new MpiFailure(ErrorClass.TAG, "the tag must not be negative")
                        .with("tag", tag);
            }
            Communicator common = peer.get();
            checkNotLocal(common.worldRank(otherLeader), otherLeader);
            int reserved = ContextId.reservedTag(tag);
            leaderExchange = new SetupExchange(common, common.contextId(), reserved);
            remoteLeader = otherLeader;
        } catch (MpiFailure e) {
            failure = e;
        }
        return this;
    }

    private void checkNotLocal(int worldRank, int otherLeader) {
        int place = local.group().rankOf(worldRank);
        if (place >= 0) {
            throw new MpiFailure(
                            ErrorClass.COMM,
                            "the groups overlap, because the remote leader is in the local group")
                    .with("leader", otherLeader, "rank in the local communicator", place);
        }
    }

    /**
     * Makes it; collective over the two groups.
     *
     * @throws MpiFailure of class COMM when the groups overlap, or of the leader's failure
     */
    public Communicator run() {
        RankGroup remote = remoteGroup();
        RankGroup common = local.group().intersection(remote);
        if (common.size() > 0) {
            throw new MpiFailure(ErrorClass.COMM, "the groups overlap")
                    .with("local size", local.size(), "remote size", remote.size())
                    .with("in both", common.size())
                    .with("first of these, rank in world", common.worldRank(0));
        }
        Communicator made = Communicator.pending(local.environment(), local.group(), remote);
        ContextIdProposal offer =
                new ContextIdProposal(
                        local.environment().contextIds(), localTag + local.contextId());
        long[] bounds = bounds(offer.value());
        while (!offer.settles(bounds[0], bounds[1])) {
            bounds = bounds(offer.value());
        }
        made.assignId(offer.value());
        return made;
    }

    private RankGroup remoteGroup() {
        long[] header = new long[2];
        long[] members = null;
        if (isLeader() && failure == null) {
            try {
                members = exchangeGroups();
                header[0] = members.length;
            } catch (MpiFailure e) {
                failure = e;
            }
        }
        shareFailure(header);
        if (!isLeader()) {
            members = new long[(int) header[0]];
        }
        localExchange.broadcast(members, leader);
        int[] worldRanks = Arrays.stream(members).mapToInt(member -> (int) member).toArray();
        return new RankGroup(RankMap.of(worldRanks), local.group().worldRank(local.rank()));
    }

    private long[] exchangeGroups() {
        long[] mine = new long[local.size()];
        Arrays.setAll(mine, local.group()::worldRank);
        long[] theirSize = leaderExchange.exchangeWith(new long[] {mine.length}, 1, remoteLeader);
        return leaderExchange.exchangeWith(mine, (int) theirSize[0], remoteLeader);
    }

    /** Gives all the header of the leader; all fail when the leader has. */
    private void shareFailure(long[] header) {
        if (failure != null) {
            header[0] = FAILED;
            header[1] = failure.errorClass().ordinal();
        }
        localExchange.broadcast(header, leader);
        if (header[0] == FAILED) {
            throw failure != null
                    ? failure
                    : new MpiFailure(
                                    ErrorClass.values()[(int) header[1]],
                                    "the leader of the local group has failed")
                            .with("leader", leader);
        }
    }

    /** The smallest and the largest proposal in both groups. */
    private long[] bounds(long mine) {
        long[] bounds = {Long.MAX_VALUE, 0};
        for (long offer : localExchange.allGather(new long[] {mine})) {
            widen(bounds, offer, offer);
        }
        if (isLeader()) {
            try {
                long[] theirs = leaderExchange.exchangeWith(bounds, 2, remoteLeader);
                widen(bounds, theirs[0], theirs[1]);
            } catch (MpiFailure e) {
                failure = e;
            }
        }
        shareFailure(bounds);
        return bounds;
    }

    private static void widen(long[] bounds, long smallest, long largest) {
        bounds[0] = Math.min(bounds[0], smallest);
        bounds[1] = Math.max(bounds[1], largest);
    }
}
