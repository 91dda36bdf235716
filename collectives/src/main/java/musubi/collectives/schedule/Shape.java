package musubi.collectives.schedule;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.collectives.topology.Torus;
import musubi.group.MessageAddress;
import musubi.topo.Neighbours;

import java.util.Objects;

/**
 * Everything that the schedule of a call may depend on: ranks, root, counts and displacements, but
 * neither memory nor types. Calls of equal shape share a schedule.
 *
 * <p>Mutable, so one object serves as the look-up key of all calls; keys in a cache are {@linkplain
 * #copy copies} and constant. Counts and displacements are in items of the call's type,
 * displacements of the w forms in bytes.
 */
public final class Shape implements Cloneable {
    public CollectiveKind kind;
    public int rank;
    public int size;
    public int root;

    /** Size of the remote group of an intercommunicator, else 0. */
    public int remoteSize;

    /** In an intercommunicator the number of the local rank 0 among the ranks of both groups. */
    public int localFrom;

    /**
     * Items of one block; in the vector forms of the block that this rank contributes or receives.
     */
    public long count;

    /**
     * In an intercommunicator, and among neighbours, items of one block sent; {@link #count} is
     * then that received.
     */
    public long sendCount;

    /**
     * Whether the sides have types of their own, so that their counts are not comparable: always
     * among neighbours, and between two groups if the directions differ.
     */
    public boolean typedPerSide;

    /** Bytes of one item, for selection. */
    public int itemBytes;

    /** Whether this rank's contribution is in the receive buffer. */
    public boolean inPlace;

    /** Whether operands may be reordered. */
    public boolean commutative;

    /** Items of the block for each rank in the vector forms, else null. */
    public Counts sendCounts;

    /** Displacements of the blocks sent. */
    public Counts sendAt;

    /** Items of the block from each rank in the vector forms, else null. */
    public Counts receiveCounts;

    /** Displacements of the blocks received. */
    public Counts receiveAt;

    /** Neighbours in a neighbourhood collective, else null. */
    public Neighbours neighbours;

    /** Items of one segment; 0 for unsegmented messages. */
    public long segment;

    /** Torus of the ranks, or null. */
    public Torus torus;

    /** Nodes of the ranks; null if unknown, and between two groups. */
    public NodeMap nodes;

    /**
     * Sites of the ranks, between two groups of those of both in one numbering; null if they are on
     * one.
     */
    public SiteLevel sites;

    public Shape() {}

    /** Resets all fields. */
    public Shape reset(CollectiveKind newKind, int newRank, int newSize) {
        kind = newKind;
        rank = newRank;
        size = newSize;
        remoteSize = 0;
        localFrom = 0;
        root = 0;
        count = 0;
        sendCount = 0;
        typedPerSide = newKind.isAmongNeighbours();
        itemBytes = 1;
        inPlace = false;
        commutative = true;
        sendCounts = null;
        sendAt = null;
        receiveCounts = null;
        receiveAt = null;
        neighbours = null;
        segment = 0;
        torus = null;
        nodes = null;
        sites = null;
        return this;
    }

    /** Makes this the shape of a call between this group and a remote one. */
    public Shape toRemoteGroup(int newRemoteSize, boolean isFirst) {
        remoteSize = newRemoteSize;
        localFrom = isFirst ? 0 : newRemoteSize;
        return this;
    }

    /** An independent copy. */
    public Shape copy() {
        try {
            Shape copy = (Shape) clone();
            copy.sendCounts = copy(sendCounts);
            copy.sendAt = copy(sendAt);
            copy.receiveCounts = copy(receiveCounts);
            copy.receiveAt = copy(receiveAt);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    private static Counts copy(Counts counts) {
        return counts == null ? null : counts.copy();
    }

    /** The rank a distance after this one on the ring of ranks. */
    public int after(int places) {
        return Math.floorMod(rank + places, size);
    }

    /** This rank's place counted from the root. */
    public int place() {
        return Math.floorMod(rank - root, size);
    }

    /** The rank at a place counted from the root. */
    public int rankAt(int place) {
        return (place + root) % size;
    }

    /** Whether this rank is the root. */
    public boolean isRoot() {
        return isInter() ? root == CollectiveCall.ROOT : rank == root;
    }

    /** Whether the call is between two groups. */
    public boolean isInter() {
        return remoteSize > 0;
    }

    /** Whether this rank is idle in a call between two groups, because its group has the root. */
    public boolean isIdle() {
        return isInter() && root == MessageAddress.PROC_NULL;
    }

    /** Number of ranks that this rank exchanges blocks with. */
    public int blocks() {
        return isInter() ? remoteSize : size;
    }

    /** Number of a local rank among the ranks of both groups. */
    public int local(int member) {
        return localFrom + member;
    }

    /** Number of a remote rank among the ranks of both groups. */
    public int remote(int member) {
        return (localFrom == 0 ? size : 0) + member;
    }

    /** Whether each block has a type of its own (the w forms). */
    public boolean hasTypes() {
        return kind.hasTypes();
    }

    /** Block of the send buffer for a rank. */
    public Part sendBlock(int to) {
        return sendCounts == null
                ? new Part(Part.SEND, to * sent(), sent(), uniformType())
                : new Part(Part.SEND, sendAt.at(to), sendCounts.at(to), typeOf(to));
    }

    /** Block of the receive buffer for data from a rank. */
    public Part receiveBlock(int from) {
        return receiveCounts == null
                ? new Part(Part.RECEIVE, from * count, count, uniformType())
                : new Part(Part.RECEIVE, receiveAt.at(from), receiveCounts.at(from), typeOf(from));
    }

    private long sent() {
        return isInter() || kind.isAmongNeighbours() ? sendCount : count;
    }

    /** Block for a neighbour, in items of the send type. */
    public Part toNeighbour(int block) {
        return kind.sendsOneBlock() ? contribution() : sendBlock(block);
    }

    private ItemType typeOf(int block) {
        return hasTypes() ? new ItemType.OfBlock(block) : uniformType();
    }

    private ItemType uniformType() {
        return typedPerSide ? ItemType.Uniform.SIDE : ItemType.Uniform.CALL;
    }

    /** This rank's contribution to a gather or reduction of {@code count} items. */
    public Part contribution() {
        if (!inPlace) {
            return new Part(Part.SEND, 0, sent(), uniformType());
        }
        return switch (kind) {
            case GATHER, GATHERV -> isRoot() ? receiveBlock(rank) : Part.receive(0, count);
            case ALLGATHER, ALLGATHERV -> receiveBlock(rank);
            default -> Part.receive(0, count);
        };
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Shape other
                && kind == other.kind
                && rank == other.rank
                && size == other.size
                && remoteSize == other.remoteSize
                && localFrom == other.localFrom
                && root == other.root
                && count == other.count
                && sendCount == other.sendCount
                && typedPerSide == other.typedPerSide
                && itemBytes == other.itemBytes
                && inPlace == other.inPlace
                && commutative == other.commutative
                && Objects.equals(sendCounts, other.sendCounts)
                && Objects.equals(sendAt, other.sendAt)
                && Objects.equals(receiveCounts, other.receiveCounts)
                && Objects.equals(receiveAt, other.receiveAt)
                && neighbours == other.neighbours
                && segment == other.segment
                && Objects.equals(torus, other.torus)
                && Objects.equals(nodes, other.nodes)
                && Objects.equals(sites, other.sites);
    }

    @Override
    public int hashCode() {
        int hash = kind.ordinal();
        hash = 31 * hash + root;
        hash = 31 * hash + Long.hashCode(count);
        hash = 31 * hash + Long.hashCode(sendCount);
        hash = 31 * hash + itemBytes;
        hash = 31 * hash + Long.hashCode(segment);
        hash = 2 * hash + (inPlace ? 1 : 0);
        hash = 2 * hash + (typedPerSide ? 1 : 0);
        hash = 2 * hash + (commutative ? 1 : 0);
        hash = 31 * hash + Objects.hashCode(sendCounts);
        return 31 * hash + Objects.hashCode(receiveCounts);
    }

    @Override
    public String toString() {
        return "%s rank=%d size=%d remoteSize=%d root=%d count=%d inPlace=%b"
                        .formatted(kind, rank, size, remoteSize, root, count, inPlace)
                + " commutative=%b sendCounts=%s receiveCounts=%s segment=%d"
                        .formatted(commutative, sendCounts, receiveCounts, segment)
                + " torus=%s nodes=%s sites=%s".formatted(torus, nodes, sites);
    }
}
