package mpi;

import musubi.Rank;
import musubi.check.LeakTracker;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.matching.UnexpectedMessage;

import java.nio.Buffer;

/** A message of a matched probe, which only this object can receive. MPI-4.1 section 3.8.2. */
public final class Message {
    private Comm comm;
    private UnexpectedMessage core;
    private boolean fromProcNull;

    /** Null without checks, and without a message. */
    private LeakTracker.TrackedObject tracked;

    /** No message yet. MPI-4.1 section 3.8.2. */
    public Message() {}

    /** Whether it holds no message. MPI-4.1 section 3.8.2. */
    public boolean isNull() {
        return core == null && !fromProcNull;
    }

    /** Whether it came from {@code MPI.PROC_NULL}. MPI-4.1 section 3.8.2. */
    public boolean isNoProc() {
        return fromProcNull;
    }

    /** Waits for a message and removes it from matching. MPI-4.1 section 3.8.2. */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("Message.mProbe", source, tag, comm, true);
    }

    /** Removes a message from matching; returns null if none has arrived. MPI-4.1 section 3.8.2. */
    public Status imProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("Message.imProbe", source, tag, comm, false);
    }

    private Status probe(String call, int source, int tag, Comm where, boolean wait) {
        return MpiCall.run(
                this,
                call,
                (rank, message) -> message.probe(rank, source, tag, where, wait),
                (_, e, name) -> MPI.failure(where, e, name, ErrorReport.envelope(source, tag)));
    }

    private Status probe(Rank rank, int source, int tag, Comm where, boolean wait) {
        Communicator c = Comm.core(where, rank);
        comm = where;
        core = null;
        fromProcNull = source == MPI.PROC_NULL;
        if (fromProcNull) {
            return Comm.statusOfProcNull();
        }
        core = Comm.findMessage(rank, c, source, tag, wait);
        if (core == null) {
            return null;
        }
        rank.pt2pt().extract(core);
        tracked = ProgramChecks.taken(core);
        return Comm.statusOf(core);
    }

    /**
     * Receives the message, once; fails with {@code ERR_REQUEST} without a message. MPI-4.1 section
     * 3.8.3.
     */
    public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
        return receive("Message.mRecv", buf, count, type).waitStatus();
    }

    /** Starts the receive of the message, once. MPI-4.1 section 3.8.3. */
    public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
        return receive("Message.imRecv", buf, count, type);
    }

    /** Starts the receive of the message, once. MPI-4.1 section 3.8.3. */
    public Request imRecv(Object buf, int count, Datatype type) throws MPIException {
        return receive("Message.imRecv", buf, count, type);
    }

    /** As the form with an int, with a {@code long} count. MPI-4.1 sections 3.8.3 and 19.2. */
    public Status mRecv(Object buf, long count, Datatype type) throws MPIException {
        return receive("Message.mRecv", buf, count, type).waitStatus();
    }

    /** As the form with an int, with a {@code long} count. MPI-4.1 sections 3.8.3 and 19.2. */
    public Request imRecv(Object buf, long count, Datatype type) throws MPIException {
        return receive("Message.imRecv", buf, count, type);
    }

    private Request receive(String call, Object buf, long count, Datatype type) {
        return MpiCall.run(
                this,
                call,
                (rank, message) -> {
                    ProgramChecks.checkUse(rank, buf, 0, count, type, true);
                    RecvRequest started = message.startReceive(rank, buf, count, type);
                    musubi.type.MpiType coreType = Datatype.core(type);
                    return new Request(message.comm, call, started, type)
                            .beginUse(rank, buf, 0, count, coreType, true);
                },
                (message, e, name) ->
                        MPI.failure(
                                message.comm,
                                e,
                                name,
                                ErrorReport.arguments("buf", buf, "count", count, "type", type)));
    }

    private RecvRequest startReceive(Rank rank, Object buf, long count, Datatype type) {
        if (isNull()) {
            throw new MpiFailure(ErrorClass.REQUEST, "there is no message")
                    .advice("call mProbe or imProbe first");
        }
        PointToPoint pt2pt = rank.pt2pt();
        musubi.type.MpiType coreType = Datatype.core(type);
        Object memory = Slices.memory(buf, count, coreType);
        RecvRequest request = pt2pt.bindReceive(memory, 0, count, coreType);
        if (fromProcNull) {
            pt2pt.startReceive(request, Comm.core(comm, rank), MPI.PROC_NULL, MPI.ANY_TAG);
        } else {
            pt2pt.start(request, core);
        }
        ProgramChecks.freed(tracked);
        core = null;
        fromProcNull = false;
        return request;
    }
}
