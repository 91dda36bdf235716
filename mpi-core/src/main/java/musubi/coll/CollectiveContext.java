package musubi.coll;

import musubi.group.CommContext;
import musubi.group.RankGroup;
import musubi.topo.Neighbours;
import musubi.topo.Topology;

/** The part of a communicator that its collective operations need. */
public abstract class CollectiveContext extends CommContext {
    private final RankServices services;

    /** As {@link CommContext#CommContext}, with the services of the rank. */
    protected CollectiveContext(RankServices services, int id, RankGroup group, RankGroup peers) {
        super(id, group, peers);
        this.services = services;
    }

    /** The services of the rank. */
    public final RankServices services() {
        return services;
    }

    /**
     * Both groups of an intercommunicator as one, with the collective context of the
     * intercommunicator; an intracommunicator itself.
     */
    public abstract CollectiveContext all();

    /** Whether the group of this rank has the lower ranks in {@link #all}. */
    public abstract boolean isFirst();

    /** The topology; null if there is none. MPI-4.1 chapter 8. */
    public abstract Topology topology();

    /**
     * The neighbours of this rank; always the same object.
     *
     * @throws musubi.error.MpiFailure of class TOPOLOGY if there is no topology
     */
    public abstract Neighbours neighbours();
}
