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
        if (rank.checks() == null) {
            core = operation.start();
        } else {
            startChecked(rank.checks().beginUse(c, operation.call()));
        }
    }

    private void startChecked(BufferUse buffers) {
        try {
            core = operation.start();
        } catch (MpiFailure e) {
            buffers.endUse();
            throw e;
        }
        beginUse(buffers);
    }
}
