package mpi;

import musubi.Rank;
import musubi.comm.Communicator;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.request.SendMode;

/** A persistent send or receive. MPI-4.1 section 3.9. */
final class MessagePrequest extends Prequest {
    private final SendMode mode;
    private final Object buffer;
    private final long offset;
    private final long count;
    private final int peer;
    private final int tag;
    private final musubi.type.MpiType coreType;

    /**
     * A persistent send of a mode, or a receive if that is null; the arguments have been checked.
     */
    MessagePrequest(
            Comm comm,
            String origin,
            SendMode mode,
            Object buffer,
            long offset,
            long count,
            Datatype type,
            int peer,
            int tag) {
        super(comm, origin, type);
        this.mode = mode;
        this.buffer = buffer;
        this.offset = offset;
        this.count = count;
        this.peer = peer;
        this.tag = tag;
        this.coreType = type.coreOrNull();
    }

    @Override
    void begin(Rank rank, Communicator c) {
        ProgramChecks.checkUse(rank, buffer, offset, count, coreType, mode == null);
        PointToPoint pt2pt = rank.pt2pt();
        if (mode == null) {
            core = Comm.startReceive(pt2pt, c, buffer, offset, count, coreType, peer, tag);
        } else {
            core = Comm.startSend(pt2pt, c, mode, buffer, offset, count, coreType, peer, tag);
            completeAtOnce = core == null;
        }
        beginUse(rank, buffer, offset, count, coreType, mode == null);
    }
}
