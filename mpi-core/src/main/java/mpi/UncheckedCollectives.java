package mpi;

import musubi.Rank;
import musubi.check.BufferUse;
import musubi.check.OverlapNotes;
import musubi.coll.AliasedBuffers;
import musubi.coll.CollectiveCall;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;
import musubi.pt2pt.request.CommRequest;

/**
 * Collective calls of ranks without checks, with notes on their buffers. Thread rule: the thread
 * that holds the rank.
 */
final class UncheckedCollectives {
    private UncheckedCollectives() {}

    /**
     * The same blocking collective call with separate buffers, without checks; notes those that
     * overlap or are in use.
     *
     * @throws MpiFailure when an argument is wrong
     */
    static CollectiveCall separate(Rank rank, Communicator comm, CollectiveCall call) {
        OverlapNotes.look(rank.notes(), comm, call);
        if (rank.firstUses().looks()) {
            comm.collectives().validate(call);
            rank.firstUses().look(comm, call);
        }
        return AliasedBuffers.separate(call);
    }

    /** Starts a collective operation without checks; notes as {@link #separate}. */
    static Request start(Comm owner, String name, Communicator comm, CollectiveCall call) {
        Rank rank = MPI.rank;
        OverlapNotes.look(rank.notes(), comm, call);
        BufferUse use = null;
        if (rank.firstUses().looksInFlight()) {
            comm.collectives().validate(call);
            use = rank.firstUses().begin(comm, call);
        }
        try {
            CommRequest started = comm.collectives().start(AliasedBuffers.separate(call));
            return new Request(owner, name, started, null).beginUse(use);
        } catch (MpiFailure e) {
            ProgramChecks.endUse(use);
            throw e;
        }
    }
}
