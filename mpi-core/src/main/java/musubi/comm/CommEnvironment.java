package musubi.comm;

import musubi.coll.CollectiveContext;
import musubi.coll.Collectives;
import musubi.coll.RankServices;
import musubi.group.ParticipantSets;
import musubi.group.RankGroup;
import musubi.pt2pt.PointToPoint;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/**
 * The state that the communicators of a rank share. Thread rule: the thread that holds the rank's
 * gate.
 */
public final class CommEnvironment {
    private final RankServices services;
    private final ParticipantSets participantSets;
    private final Function<int[], MemorySegment> nodeTables;
    private final Function<CollectiveContext, Collectives> binder;
    private final ContextIds contextIds = new ContextIds();
    private final LiveCommunicators communicators = new LiveCommunicators();

    /**
     * The state of a rank without communicators.
     *
     * @param participantSets of this rank, or of all ranks of the JVM
     * @param nodeTables stores a table in memory that the ranks of the node share; gives null for a
     *     table that stays in the heap
     * @param binder makes the collectives of a communicator
     */
    public CommEnvironment(
            RankServices services,
            ParticipantSets participantSets,
            Function<int[], MemorySegment> nodeTables,
            Function<CollectiveContext, Collectives> binder) {
        this.services = services;
        this.participantSets = participantSets;
        this.nodeTables = nodeTables;
        this.binder = binder;
    }

    RankServices services() {
        return services;
    }

    PointToPoint pt2pt() {
        return services.pt2pt();
    }

    ContextIds contextIds() {
        return contextIds;
    }

    /** The communicators of the rank that its program still references. */
    public LiveCommunicators communicators() {
        return communicators;
    }

    /** The participant sets, shared with the ranks of this JVM. */
    public ParticipantSets participantSets() {
        return participantSets;
    }

    /** The group with the participant set of equal groups. */
    RankGroup interned(RankGroup group) {
        return group.interned(participantSets, nodeTables);
    }

    Collectives bind(Communicator comm) {
        return binder.apply(comm);
    }
}
