package musubi.comm;

import musubi.coll.AlgorithmHints;
import musubi.coll.ChosenAlgorithm;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.coll.Collectives;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.Comparison;
import musubi.group.ContextId;
import musubi.group.RankGroup;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.request.CommRequest;
import musubi.topo.Neighbours;
import musubi.topo.Topology;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * A communicator: contexts of its own and a group, seen from one rank; an intercommunicator has a
 * second, remote group, with whose ranks messages are exchanged. MPI-4.1 sections 7.4 and 7.6.
 *
 * <p>It owns two contexts, one for point-to-point messages and one for collectives, so that the two
 * never meet. Thread rule: the thread that holds the rank's gate.
 */
public final class Communicator extends CollectiveContext {
    private static final int CREATE_TAG = 0x7f000000;
    private static final int MAX_CREATIONS = 0xffff;
    private static final int CHECK_TAG = 0x60000000;
    private static final int MAX_CHECKS = 0xffff;

    private final CommEnvironment environment;

    /** In an intercommunicator an intracommunicator of both groups, with the same id; else this. */
    private final Communicator all;

    private Collectives collectives;

    /** Algorithms that hints force before there is an id; null when there are none. */
    private Map<CollectiveKind, String> pendingOverrides;

    private Topology topology;
    private Neighbours neighbours;
    private boolean usable;
    private int creations;
    private int checks;

    /** An intracommunicator; all members have agreed on its id. */
    public Communicator(CommEnvironment environment, int id, RankGroup group) {
        RankGroup interned = environment.interned(group);
        super(environment.services(), id, interned, interned);
        this.environment = environment;
        usable = id != NO_ID;
        all = this;
        environment.communicators().add(this);
    }

    /** An intercommunicator without an id. */
    private Communicator(CommEnvironment environment, RankGroup group, RankGroup remote) {
        super(
                environment.services(),
                NO_ID,
                environment.interned(group),
                environment.interned(remote));
        this.environment = environment;
        all = new Communicator(environment, NO_ID, ordered(group, remote));
        environment.communicators().add(this);
    }

    /**
     * A communicator without an id; see {@link #assignId}.
     *
     * @param peers the remote group; the group itself makes an intracommunicator
     */
    static Communicator pending(CommEnvironment environment, RankGroup group, RankGroup peers) {
        return peers == group
                ? new Communicator(environment, NO_ID, group)
                : new Communicator(environment, group, peers);
    }

    /** Both groups, in an order that is the same on all members. */
    private static RankGroup ordered(RankGroup group, RankGroup remote) {
        return isFirst(group, remote) ? group.union(remote) : remote.union(group);
    }

    private static boolean isFirst(RankGroup group, RankGroup remote) {
        return group.worldRank(0) < remote.worldRank(0);
    }

    /** Sets the id that the members have agreed on. */
    void assignId(int agreed) {
        setId(agreed);
        usable = true;
        if (all != this) {
            all.assignId(agreed);
        }
    }

    CommEnvironment environment() {
        return environment;
    }

    /** The messages of this rank. */
    public PointToPoint pt2pt() {
        return environment.pt2pt();
    }

    @Override
    public Communicator all() {
        return all;
    }

    @Override
    public boolean isFirst() {
        return !isInter() || isFirst(group(), peers());
    }

    /** The collective operations of this communicator. */
    public Collectives collectives() {
        if (collectives == null) {
            collectives = environment.bind(this);
            if (pendingOverrides != null) {
                pendingOverrides.forEach(this::forceAlgorithm);
                pendingOverrides = null;
            }
        }
        return collectives;
    }

    /**
     * Sets the algorithm of all further collectives of a kind, from a hint; the same on all
     * members.
     *
     * @throws MpiFailure of class ARG when there is no such algorithm; of a communicator without an
     *     id only its first collective does
     */
    public void forceAlgorithm(CollectiveKind kind, String algorithm) {
        if (isPending()) {
            if (pendingOverrides == null) {
                pendingOverrides = new EnumMap<>(CollectiveKind.class);
            }
            pendingOverrides.put(kind, algorithm);
        } else {
            collectives().forceAlgorithm(kind, algorithm, AlgorithmHints.overrideKey(kind));
        }
    }

    /** The collective operation under way whose call has such a buffer, or null. */
    String userOf(Predicate<Object> buffer) {
        return collectives == null ? null : collectives.userOf(buffer);
    }

    /** The algorithm of the last collective of this kind; null if there was none. */
    public ChosenAlgorithm lastAlgorithm(CollectiveKind kind) {
        return collectives == null ? null : collectives.lastAlgorithm(kind);
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public Neighbours neighbours() {
        if (neighbours == null) {
            if (topology == null) {
                throw new MpiFailure(
                                ErrorClass.TOPOLOGY,
                                "the communicator has no topology, so its ranks have no neighbours")
                        .with("size", size())
                        .advice("make one with createCart, createGraph or createDistGraph");
            }
            neighbours = topology.neighbours(rank());
        }
        return neighbours;
    }

    /** Arranges the members, before the communicator is used. */
    Communicator setTopology(Topology newTopology) {
        topology = newTopology;
        neighbours = null;
        return this;
    }

    /** Whether it may be used: its members have agreed on its id, and it was not freed. */
    public boolean isUsable() {
        return usable;
    }

    /** Marks it freed. Operations in flight still finish. MPI-4.1 section 7.4.3. */
    public void free() {
        usable = false;
    }

    /** IDENT, CONGRUENT, SIMILAR or UNEQUAL. MPI-4.1 sections 7.4.1 and 7.6.1. */
    public Comparison compare(Communicator other) {
        if (this == other) {
            return Comparison.IDENT;
        }
        if (isInter() != other.isInter()) {
            return Comparison.UNEQUAL;
        }
        Comparison groups = group().compare(other.group());
        if (isInter()) {
            Comparison remotes = peers().compare(other.peers());
            groups = groups.compareTo(remotes) > 0 ? groups : remotes;
        }
        return groups == Comparison.IDENT ? Comparison.CONGRUENT : groups;
    }

    /** A communicator of the same groups with contexts of its own; collective. */
    public Communicator dup() {
        Communicator copy = pendingDup();
        pt2pt().await(startDup(copy));
        return copy;
    }

    /**
     * A communicator of the same groups and topology that is {@link #isPending} before {@link
     * #startDup}.
     */
    public Communicator pendingDup() {
        return pending(environment, group(), peers()).setTopology(topology);
    }

    /** Starts to agree on the id of a pending duplicate, which is usable once that is complete. */
    public CommRequest startDup(Communicator copy) {
        return new ContextIdAgreement(new ExchangeGroup(all), copy, all.nextTag()).start();
    }

    /**
     * The tag of the next creation. Creations start in the same order on all members, and several
     * may be under way.
     */
    int nextTag() {
        return CREATE_TAG + (creations++ & MAX_CREATIONS);
    }

    /**
     * A communicator of those with the same colour, ordered by key and then by rank; collective. Of
     * an intercommunicator an intercommunicator, and none of a colour that only one group has.
     *
     * @param colour negative for a rank that is to be in none
     * @return null for such a rank
     */
    public Communicator split(long colour, int key) {
        return new CommunicatorSplit(this).byColour(colour, key);
    }

    /**
     * A communicator of a group of members; collective over this communicator. Of an
     * intercommunicator an intercommunicator of the groups that its two sides pass, and none when
     * one of them is empty.
     *
     * @return null on ranks that are not in the group
     */
    public Communicator create(RankGroup members) {
        group().checkContains(members);
        return isInter()
                ? new CommunicatorSplit(this).byGroup(members)
                : agree(new ExchangeGroup(this), members, members, nextTag());
    }

    /**
     * A communicator of a group of members; collective over the group only. MPI-4.1 section 7.4.2.
     *
     * @param tag distinguishes groups that are created at the same time
     * @return null on ranks that are not in the group
     */
    public Communicator createGroup(RankGroup members, int tag) {
        group().checkContains(members);
        return members.rank() < 0
                ? null
                : agree(
                        new ExchangeGroup(this, members),
                        members,
                        members,
                        ContextId.reservedTag(tag));
    }

    /**
     * An intracommunicator of both groups of an intercommunicator, the group whose ranks pass true
     * behind the other; when both pass the same, in an order that is the same on all. Collective.
     * MPI-4.1 section 7.6.2.
     *
     * @throws MpiFailure of class ARG when the ranks of a group do not pass the same
     */
    public Communicator merge(boolean high) {
        boolean[] flags = new CommunicatorSplit(this).flags(high);
        boolean inFront = flags[0] == flags[1] ? isFirst() : !high;
        RankGroup merged = inFront ? group().union(peers()) : peers().union(group());
        return agree(new ExchangeGroup(all), merged, merged, all.nextTag());
    }

    /**
     * A communicator with an id that all ranks of the exchange group agree on; null for a rank
     * outside of the new group.
     *
     * @param members its group; null when this rank is to be in none
     * @param others its remote group; that group itself in an intracommunicator
     */
    Communicator agree(ExchangeGroup ranks, RankGroup members, RankGroup others, int tag) {
        boolean isIn = members != null && members.rank() >= 0;
        Communicator created = isIn ? pending(environment, members, others) : null;
        pt2pt().await(new ContextIdAgreement(ranks, created, tag).start());
        return created;
    }

    /** A tag on the collective context for the check of the next collective call. */
    public int nextCheckTag() {
        return CHECK_TAG + (checks++ & MAX_CHECKS);
    }

    SetupExchange exchange(int tag) {
        return new SetupExchange(this, tag);
    }

    /** The sum of a number of all members, by point-to-point messages only; for finalize. */
    public long sum(long mine) {
        return LongStream.of(all.exchange(all.nextTag()).allGather(new long[] {mine})).sum();
    }

    /**
     * The numbers of all members one after the other, by point-to-point messages only; the same
     * count on all. Collective.
     */
    public long[] allGather(long[] mine) {
        return all.exchange(all.nextTag()).allGather(mine);
    }

    /** As {@link #allGather}, by rank; the counts may differ. */
    public long[][] allGatherRows(long[] mine) {
        return all.exchange(all.nextTag()).allGatherRows(mine);
    }

    /** Waits for all members, by point-to-point messages only; for finalize. */
    public void synchronise() {
        all.exchange(all.nextTag()).allGather(new long[1]);
    }
}
