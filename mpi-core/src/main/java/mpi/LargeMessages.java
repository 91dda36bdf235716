package mpi;

import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.request.SendMode;

/**
 * The calls of a communicator for messages, with {@code long} counts: what MPI calls the forms with
 * {@code _c}. Java chooses the forms with {@code int} in {@link Comm} as long as they fit. MPI-4.1
 * sections 3.2 and 19.2.
 */
abstract class LargeMessages {
    LargeMessages() {}

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.2.1 and 19.2. */
    public final void send(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("send", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.4 and 19.2. */
    public final void sSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("sSend", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.4 and 19.2. */
    public final void rSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("rSend", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.4 and 19.2. */
    public final void bSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("bSend", SendMode.BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.2.4 and 19.2. */
    public final Status recv(Object buf, long count, Datatype type, int source, int tag)
            throws MPIException {
        RecvRequest done = receive("recv", buf, 0, count, type, source, tag);
        return Comm.takeStatus(done, type);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request iSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("iSend", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request isSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("isSend", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request irSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("irSend", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request ibSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("ibSend", SendMode.BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request iRecv(Object buf, long count, Datatype type, int source, int tag)
            throws MPIException {
        return startReceive("iRecv", buf, 0, count, type, source, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest sendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sendInit", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest sSendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sSendInit", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest rSendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("rSendInit", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest bSendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("bSendInit", SendMode.BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest recvInit(Object buf, long count, Datatype type, int source, int tag)
            throws MPIException {
        return prepareReceive("recvInit", buf, 0, count, type, source, tag);
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 3.10 and 19.2. */
    public final Status sendRecv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return exchange(
                "sendRecv",
                sendbuf,
                0,
                sendcount,
                sendtype,
                dest,
                sendtag,
                recvbuf,
                0,
                recvcount,
                recvtype,
                source,
                recvtag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.10 and 19.2. */
    public final Status sendRecvReplace(
            Object buf, long count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return replace("sendRecvReplace", buf, 0, count, type, dest, sendtag, source, recvtag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 5.2 and 19.2. */
    public final int pack(Object inbuf, long incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        return pack("pack", inbuf, 0, incount, type, outbuf, position);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 5.2 and 19.2. */
    public final int unpack(byte[] inbuf, int position, Object outbuf, long outcount, Datatype type)
            throws MPIException {
        return unpack("unpack", inbuf, position, outbuf, 0, outcount, type);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 5.2 and 19.2. */
    public final long packSize(long incount, Datatype type) throws MPIException {
        return packSize("packSize", incount, type);
    }

    abstract void send(
            String call,
            SendMode mode,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int tag);

    abstract RecvRequest receive(
            String call, Object buf, long offset, long count, Datatype type, int source, int tag);

    abstract Request startSend(
            String call,
            SendMode mode,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int tag);

    abstract Request startReceive(
            String call, Object buf, long offset, long count, Datatype type, int source, int tag);

    abstract Prequest prepareSend(
            String call,
            SendMode mode,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int tag);

    abstract Prequest prepareReceive(
            String call, Object buf, long offset, long count, Datatype type, int source, int tag);

    abstract Status exchange(
            String call,
            Object sendbuf,
            long sendoffset,
            long sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            long recvoffset,
            long recvcount,
            Datatype recvtype,
            int source,
            int recvtag);

    /**
     * Starts {@link Comm#sendRecv}; its status is that of the receive, and it cannot be cancelled.
     * MPI-4.1 sections 3.10 and 19.2.
     */
    public final Request iSendRecv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return startExchange(
                "iSendRecv",
                sendbuf,
                0,
                sendcount,
                sendtype,
                dest,
                sendtag,
                recvbuf,
                0,
                recvcount,
                recvtype,
                source,
                recvtag);
    }

    /**
     * Starts {@link Comm#sendRecvReplace}; its status is that of the receive, and it cannot be
     * cancelled. MPI-4.1 sections 3.10 and 19.2.
     */
    public final Request iSendRecvReplace(
            Object buf, long count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return startReplace(
                "iSendRecvReplace", buf, 0, count, type, dest, sendtag, source, recvtag);
    }

    abstract Request startExchange(
            String call,
            Object sendbuf,
            long sendoffset,
            long sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            long recvoffset,
            long recvcount,
            Datatype recvtype,
            int source,
            int recvtag);

    abstract Request startReplace(
            String call,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag);

    abstract Status replace(
            String call,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag);

    abstract int pack(
            String call,
            Object buf,
            int offset,
            long count,
            Datatype type,
            byte[] packed,
            int position);

    abstract int unpack(
            String call,
            byte[] packed,
            int position,
            Object buf,
            int offset,
            long count,
            Datatype type);

    abstract long packSize(String call, long count, Datatype type);
}
