package mpi;

import musubi.Rank;
import musubi.check.BufferTracker;
import musubi.check.BufferUse;
import musubi.check.OverlapNotes;
import musubi.coll.AliasedBuffers;
import musubi.coll.CollectiveBuffer;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;
import musubi.pt2pt.ExchangeRequest;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.util.function.Function;

/**
 * The calls that send one message and receive one: their arguments and what they do. MPI-4.1
 * section 3.10.
 *
 * <p>{@link Comm} takes one, which enters the rank, sets both sides, and ends with {@link #run} or
 * one of its kin, which leaves the rank. An object serves one call after the other, so that a call
 * allocates nothing.
 */
final class SendReceive {
    private final Comm owner;
    private Rank rank;
    private String call;
    private Object sendBuffer;
    private long sendOffset;
    private long sendCount;
    private Datatype sendType;
    private int dest;
    private int sendTag;
    private Object receiveBuffer;
    private long receiveOffset;
    private long receiveCount;
    private Datatype receiveType;
    private int source;
    private int receiveTag;

    SendReceive(Comm owner) {
        this.owner = owner;
    }

    /** Begins a call; the calling thread has entered the rank. */
    SendReceive begin(Rank entered, String name) {
        rank = entered;
        call = name;
        return this;
    }

    SendReceive send(Object buffer, long offset, long count, Datatype type, int to, int tag) {
        sendBuffer = buffer;
        sendOffset = offset;
        sendCount = count;
        sendType = type;
        dest = to;
        sendTag = tag;
        return this;
    }

    SendReceive receive(Object buffer, long offset, long count, Datatype type, int from, int tag) {
        receiveBuffer = buffer;
        receiveOffset = offset;
        receiveCount = count;
        receiveType = type;
        source = from;
        receiveTag = tag;
        return this;
    }

    /** Sends and receives; returns the status of the receive. */
    Status run() {
        return end(SendReceive::exchange, SendReceive::arguments);
    }

    /** Starts {@link #run}. */
    Request start() {
        return end(SendReceive::startExchange, SendReceive::arguments);
    }

    /** As {@link #run}, with one buffer for both sides. */
    Status replace() {
        return end(SendReceive::exchangeInPlace, SendReceive::argumentsInPlace);
    }

    /** Starts {@link #replace}. */
    Request startReplace() {
        return end(SendReceive::startInPlace, SendReceive::argumentsInPlace);
    }

    private <R> R end(Function<SendReceive, R> body, Function<SendReceive, String> arguments) {
        try {
            return body.apply(this);
        } catch (RuntimeException | Error e) {
            throw owner.failure(MpiFailure.of(e), call, arguments.apply(this));
        } finally {
            Rank left = rank;
            send(null, 0, 0, null, 0, 0).receive(null, 0, 0, null, 0, 0);
            owner.keep(this);
            left.gate().exit();
        }
    }

    private String sendArguments() {
        return ErrorReport.message(
                sendBuffer, sendOffset, sendCount, sendType, "dest", dest, sendTag);
    }

    private String arguments() {
        return sendArguments()
                + ", "
                + ErrorReport.message(
                        receiveBuffer,
                        receiveOffset,
                        receiveCount,
                        receiveType,
                        "source",
                        source,
                        receiveTag);
    }

    private String argumentsInPlace() {
        return sendArguments()
                + ", source="
                + ErrorReport.rank(source)
                + ", recvtag="
                + ErrorReport.tag(receiveTag);
    }

    private MpiType sentType() {
        return Datatype.core(sendType, sendBuffer, sendCount, call);
    }

    private MpiType receivedType() {
        return Datatype.core(receiveType, receiveBuffer, receiveCount, call);
    }

    private Status exchange() {
        Communicator comm = Comm.core(owner, rank);
        MpiType sent = sentType();
        Comm.checkPeer(comm, dest, sendTag, false);
        BufferUse written =
                ProgramChecks.beginBlockingUse(
                        rank, receiveBuffer, receiveOffset, receiveCount, receiveType);
        ProgramChecks.checkUseBeside(written, rank, sendBuffer, sendOffset, sendCount, sendType);
        MpiType received = receivedType();
        Object outgoing = sendBuffer;
        if (sendBuffer == receiveBuffer && sendBuffer != null) {
            CollectiveBuffer from = side(sendOffset, sendCount, sent);
            CollectiveBuffer to = side(receiveOffset, receiveCount, received);
            OverlapNotes.look(rank.notes(), from, to);
            outgoing = AliasedBuffers.sendSide(from, to, BufferBinder.elementBytes(sendBuffer));
        }
        RecvRequest receive = startReceive(comm, received);
        finish(startSend(receive, comm, outgoing, sendOffset, sendCount, sent), receive);
        return statusOf(receive);
    }

    /** A side of a call with one buffer for both. */
    private CollectiveBuffer side(long offset, long count, MpiType type) {
        return new CollectiveBuffer().set(sendBuffer, offset, count, type);
    }

    private Request startExchange() {
        Communicator comm = Comm.core(owner, rank);
        MpiType sent = sentType();
        MpiType received = receivedType();
        Comm.checkPeer(comm, dest, sendTag, false);
        BufferTracker.TrackedUse written =
                ProgramChecks.beginUse(
                        rank, receiveBuffer, receiveOffset, receiveCount, receiveType);
        BufferUse uses =
                ProgramChecks.beginUseBeside(
                        written, rank, sendBuffer, sendOffset, sendCount, sendType);
        if (sendBuffer == receiveBuffer && sendBuffer != null) {
            OverlapNotes.look(
                    rank.notes(),
                    side(sendOffset, sendCount, sent),
                    side(receiveOffset, receiveCount, received));
        }
        try {
            RecvRequest receive = startReceive(comm, received);
            SendRequest send = startSend(receive, comm, sendBuffer, sendOffset, sendCount, sent);
            Request request = request(send, receive);
            if (written != null) {
                written.by(request.core);
            }
            return request.beginUse(uses);
        } catch (MpiFailure e) {
            ProgramChecks.endUse(uses);
            throw e;
        }
    }

    private Status exchangeInPlace() {
        Communicator comm = Comm.core(owner, rank);
        MpiType type = receivedType();
        Comm.checkPeer(comm, dest, sendTag, false);
        TypedBuffer copy = copyOfItems(type);
        RecvRequest receive = startReceive(comm, type);
        finish(startSend(receive, comm, copy.buffer, 0, copy.count, copy.type), receive);
        return statusOf(receive);
    }

    private Request startInPlace() {
        Communicator comm = Comm.core(owner, rank);
        MpiType type = receivedType();
        Comm.checkPeer(comm, dest, sendTag, false);
        ProgramChecks.checkUse(rank, receiveBuffer, receiveOffset, receiveCount, type, true);
        TypedBuffer copy = copyOfItems(type);
        RecvRequest receive = startReceive(comm, type);
        SendRequest send = startSend(receive, comm, copy.buffer, 0, copy.count, copy.type);
        return request(send, receive)
                .beginUse(rank, receiveBuffer, receiveOffset, receiveCount, type, true);
    }

    /** The data of the items without gaps. */
    private TypedBuffer copyOfItems(MpiType type) {
        TypedBuffer items = Comm.items(receiveBuffer, receiveOffset, receiveCount, type);
        Packer packer = new Packer(new BufferBinder());
        if (type.isObject()) {
            Object[] objects = packer.gatherObjects(items);
            return items.set(objects, 0, objects.length, MpiType.OBJECT);
        }
        byte[] copy = packer.pack(items);
        return items.set(copy, 0, items.packedBytes(), MpiType.PACKED);
    }

    private RecvRequest startReceive(Communicator comm, MpiType type) {
        return Comm.startReceive(
                rank.pt2pt(),
                comm,
                receiveBuffer,
                receiveOffset,
                receiveCount,
                type,
                source,
                receiveTag);
    }

    /** Starts the send beside a posted receive, which is cancelled when that fails. */
    private SendRequest startSend(
            RecvRequest posted,
            Communicator comm,
            Object buffer,
            long offset,
            long count,
            MpiType type) {
        try {
            PointToPoint pt2pt = rank.pt2pt();
            SendMode mode = SendMode.STANDARD;
            return Comm.startSend(pt2pt, comm, mode, buffer, offset, count, type, dest, sendTag);
        } catch (MpiFailure e) {
            cancel(posted);
            throw e;
        }
    }

    private void finish(SendRequest send, RecvRequest posted) {
        try {
            rank.pt2pt().sends().finish(send);
        } catch (MpiFailure e) {
            cancel(posted);
            throw e;
        }
    }

    private static void cancel(RecvRequest posted) {
        posted.cancel();
        MPI.abandon(posted);
    }

    private Status statusOf(RecvRequest receive) {
        rank.pt2pt().await(receive);
        Status status = Status.of(receive, receiveType);
        rank.pt2pt().release(receive);
        return status;
    }

    private Request request(SendRequest send, RecvRequest receive) {
        ExchangeRequest both = ExchangeRequest.of(rank.pt2pt(), send, receive);
        return new Request(owner, call, both, receiveType);
    }
}
