package mpi;

import musubi.Rank;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.matching.UnexpectedMessage;

import java.nio.Buffer;

/** A message that a matched probe has taken out of matching. MPI-4.1 section 3.8.2. */
public final class Message {
    private Comm comm;
    private UnexpectedMessage core;
    private boolean fromNobody;

    /** No message yet. MPI-4.1 section 3.8.2. */
    public Message() {}

    /** Whether it holds no message. MPI-4.1 section 3.8.2. */
    public boolean isNull() {
        return core == null && !fromNobody;
    }

    /** Whether it came from {@code MPI.PROC_NULL}. MPI-4.1 section 3.8.2. */
    public boolean isNoProc() {
        return fromNobody;
    }

    /** Waits for a message and takes it out of matching. MPI-4.1 section 3.8.2. */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("Message.mProbe", source, tag, comm, true);
    }

    /** Takes a message out of matching; null when there is none. MPI-4.1 section 3.8.2. */
    public Status imProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("Message.imProbe", source, tag, comm, false);
    }

    private Status probe(String call, int source, int tag, Comm where, boolean wait) {
        Rank rank = MPI.enter();
        try {
            Communicator c = Comm.core(where, rank);
            comm = where;
            core = null;
            fromNobody = source == MPI.PROC_NULL;
            if (fromNobody) {
                return Comm.statusOfNobody();
            }
            core = Comm.findMessage(rank, c, source, tag, wait);
            if (core == null) {
                return null;
            }
            rank.pt2pt().extract(core);
            return Comm.statusOf(core);
        } catch (MpiFailure e) {
            throw MPI.failure(
                    where,
                    e,
                    call,
                    "source=" + ErrorReport.rank(source) + ", tag=" + ErrorReport.tag(tag));
        } finally {
            rank.gate().exit();
        }
    }

    /**
     * Receives the message, which is then used up; fails with {@code ERR_REQUEST} when there is
     * none. MPI-4.1 section 3.8.3.
     */
    public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
        return receive("Message.mRecv", buf, count, type).waitStatus();
    }

    /** Starts to receive the message, which is then used up. MPI-4.1 section 3.8.3. */
    public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
        return receive("Message.imRecv", buf, count, type);
    }

    /** Starts to receive the message, which is then used up. MPI-4.1 section 3.8.3. */
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
        Rank rank = MPI.enter();
        try {
            if (isNull()) {
                throw new MpiFailure(
                        ErrorClass.REQUEST, "there is no message; call mProbe or imProbe first");
            }
            musubi.type.MpiType coreType = Datatype.core(type);
            RecvRequest request = rank.pt2pt().recvRequest();
            try {
                request.bind(buf, 0, count, coreType);
            } catch (MpiFailure e) {
                rank.pt2pt().release(request);
                throw e;
            }
            if (fromNobody) {
                rank.pt2pt().start(request, Comm.core(comm, rank), MPI.PROC_NULL, MPI.ANY_TAG);
            } else {
                rank.pt2pt().start(request, core);
            }
            core = null;
            fromNobody = false;
            return new Request(comm, call, request, type);
        } catch (MpiFailure e) {
            throw MPI.failure(
                    comm, e, call, ErrorReport.arguments("buf", buf, "count", count, "type", type));
        } finally {
            rank.gate().exit();
        }
    }
}
