package mpi;

import musubi.Rank;
import musubi.check.BufferUse;
import musubi.coll.PersistentCollective;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;

/** A persistent collective operation. MPI-4.1 sections 6.13 and 8.8. */
final class CollectivePrequest extends Prequest {
    private final PersistentCollective operation;

    CollectivePrequest(Comm comm, String origin, PersistentCollective operation) {
        super(comm, origin, null);
        this.operation = operation;
    }

    @Override
    void begin(Rank rank, Communicator c) {
        BufferUse buffers = null;
        if (rank.checks() != null) {
            buffers = rank.checks().beginUse(c, operation.call());
        } else if (rank.firstUses().looksInFlight()) {
            buffers = rank.firstUses().begin(c, operation.call());
        }
        try {
            core = operation.start();
        } catch (MpiFailure e) {
            ProgramChecks.endUse(buffers);
            throw e;
        }
        beginUse(buffers);
    }
}
