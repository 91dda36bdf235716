package mpi;

import musubi.Rank;
import musubi.bootstrap.Bootstrap;
import musubi.check.CheckedCollective;
import musubi.check.LeakTracker;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.comm.Communicator;
import musubi.comm.IntercommCreation;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.Comparison;
import musubi.observe.PerformanceVariables;
import musubi.op.LocalReduction;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendPath;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.SendMode;
import musubi.replay.RecordedOutcomes;
import musubi.type.TypeCode;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.nio.Buffer;

/**
 * A communicator: a group of processes with a communication context of its own. Failures of
 * lower-case calls go to the error handler; capitalised calls always throw {@link MPIException}.
 * MPI-4.1 chapters 3, 6 and 7.
 *
 * <p>Buffers are arrays of primitive types, {@code java.nio} buffers (position and limit are
 * ignored), or {@code Object[]} for {@code MPI.OBJECT}. Counts are in items of the datatype,
 * offsets in elements of the buffer. A buffer belongs to the call until it returns; to a
 * non-blocking operation, until a wait or test finds that complete. Until then the program neither
 * changes a buffer that is sent nor reads one that is received.
 *
 * <p>Thread rule: that of the thread level of {@link MPI#InitThread}; with {@code
 * MPI.THREAD_MULTIPLE} any thread, with collectives of one communicator called one after the other.
 *
 * <p>Ranks outside the group fail with {@code ERR_RANK}, negative tags with {@code ERR_TAG},
 * negative counts with {@code ERR_COUNT}, buffers that are null, too small or read-only with {@code
 * ERR_BUFFER}, types that are not committed with {@code ERR_TYPE}, freed communicators with {@code
 * ERR_COMM}. Lower-case calls take the memory of an array or buffer of any primitive type, whatever
 * the datatype; capitalised calls fail with {@code ERR_TYPE} when the elements are others.
 *
 * <p>Overloads with {@code long} counts are the forms with {@code _c} of MPI-4.1 section 19.2; Java
 * prefers the forms with {@code int} as long as they fit. The forms with {@code long[]} end in
 * {@code Void...}, for which nothing is passed: Java considers them only where no form with {@code
 * int[]} fits, so {@code null} in place of an array still selects a form with {@code int[]}.
 *
 * <p>Persistent collective operations ({@code bcastInit} and the like) take their arguments once
 * and can be started any number of times. All processes prepare them in the same order, as they
 * call collectives, and start them in any order. Counts, displacements and types are read when the
 * operation is prepared. MPI-4.1 section 6.13.
 */
public class Comm implements Freeable, Cloneable {
    /** Split type: communicators of processes that share memory. MPI-4.1 section 7.4.2. */
    public static final int TYPE_SHARED = 0;

    /** The group, as in MPJ Express; not to be freed. {@link #getGroup} makes one of one's own. */
    public Group group;

    private final boolean predefined;

    private final String firstName;

    private final Attributes attributes = new Attributes(Keyval.Kind.COMM);

    private Communicator core;

    private String name;

    private boolean named;

    private Errhandler handler;

    private Info info = Info.ofObject();

    private Request dupRequest = MPI.REQUEST_NULL;

    private CollectiveArguments reused;
    private SendReceive idleSendReceive;

    private final LeakTracker.TrackedObject tracked;

    /** A predefined communicator, null until Init. */
    Comm(String name) {
        this.predefined = true;
        this.firstName = name;
        this.name = name;
        this.tracked = null;
    }

    /** A derived communicator, which inherits the error handler of its parent. */
    Comm(Communicator core, Comm parent) {
        this.predefined = false;
        this.core = core;
        this.firstName = "";
        this.name = "";
        this.handler = parent.handler;
        this.group = core == null ? null : Group.ofComm(core.group());
        this.tracked = core == null ? null : ProgramChecks.created("communicator");
    }

    /** Sets the core of a predefined communicator; null after Finalize, which resets it. */
    final void become(Communicator newCore) {
        core = newCore;
        group = newCore == null ? null : Group.ofComm(newCore.group());
        reused = null;
        if (newCore == null) {
            name = firstName;
            named = false;
            handler = null;
            info = Info.ofObject();
            attributes.clear();
        }
    }

    /**
     * The core's communicator.
     *
     * @throws MpiFailure of class COMM when it is null, freed, or from before a Finalize
     */
    static Communicator core(Comm comm, Rank rank) {
        Communicator core = comm == null ? null : comm.core;
        if (core == null || !core.isUsable() || core.services() != rank.world().services()) {
            throw invalid(comm);
        }
        return core;
    }

    private static MpiFailure invalid(Comm comm) {
        if (comm == null) {
            return new MpiFailure(ErrorClass.COMM, "the communicator is null");
        }
        boolean pending = comm.core != null && comm.core.isPending();
        return new MpiFailure(
                ErrorClass.COMM,
                pending
                        ? "the communicator is not there yet; wait for its getRequest() after iDup"
                        : "the communicator is null or was freed: name=" + comm.describe());
    }

    /** The error handler in force. */
    final Errhandler handler() {
        return handler == null ? MPI.ERRORS_ARE_FATAL : handler;
    }

    /** Whether an error handler was set. */
    final boolean hasOwnHandler() {
        return handler != null;
    }

    private String describe() {
        if (!name.isEmpty()) {
            return name;
        }
        if (core == null) {
            return "COMM_NULL";
        }
        return core.isPending() ? "iDup" : "communicator" + core.contextId() / 2;
    }

    /** Passes the failure of a call to the error handler; returns the exception to throw. */
    final MPIException failure(MpiFailure failure, String call, String arguments) {
        return MPI.failure(this, failure, describe() + "." + call, arguments);
    }

    /** The body of a call; the calling thread holds the rank. */
    @FunctionalInterface
    interface Body<R> {
        R run(Rank rank, Communicator core);
    }

    /**
     * Runs a call on this communicator.
     *
     * @param arguments of the call, for the message of a failure
     */
    final <R> R call(String call, String arguments, Body<R> body) {
        return MpiCall.run(
                this,
                call,
                (rank, comm) -> body.run(rank, core(comm, rank)),
                (comm, e, name) -> comm.failure(e, name, arguments));
    }

    static int number(Comparison comparison) {
        return switch (comparison) {
            case IDENT -> MPI.IDENT;
            case CONGRUENT -> MPI.CONGRUENT;
            case SIMILAR -> MPI.SIMILAR;
            case UNEQUAL -> MPI.UNEQUAL;
        };
    }

    /** As {@link #dup}. MPI-4.1 section 7.4.2. */
    @Override
    public Comm clone() {
        return dup();
    }

    /** A duplicate: the same group in a new context; collective. MPI-4.1 section 7.4.2. */
    public Comm dup() throws MPIException {
        return adopt(new Comm(duplicate("dup"), this));
    }

    /**
     * Starts {@link #dup}. The duplicate is usable once its {@link #getRequest} is complete; until
     * then calls on it fail with {@code ERR_COMM}. MPI-4.1 section 7.4.2.
     */
    public Comm iDup() throws MPIException {
        return startDup(adopt(new Comm(pendingDuplicate(), this)));
    }

    /** As {@link #dup}, with hints of its own. MPI-4.1 section 7.4.2. */
    public Comm dupWithInfo(Info info) throws MPIException {
        return withInfo(adopt(new Comm(duplicate("dupWithInfo"), this)), info);
    }

    final Communicator duplicate(String call) {
        return call(
                call,
                "",
                (rank, comm) -> {
                    ProgramChecks.checkAgreement(rank, this, comm, "DUP", call, "");
                    return comm.dup();
                });
    }

    /** Copies the attributes to a duplicate, which is freed when a callback throws. */
    final <C extends Comm> C adopt(C copy) {
        Comm duplicate = copy;
        try {
            duplicate.attributes.copyFrom(attributes, this);
        } catch (RuntimeException e) {
            duplicate.attributes.deleteAll(duplicate);
            duplicate.core.free();
            throw e;
        }
        return copy;
    }

    /** Deletes all attributes, with their callbacks. */
    final void deleteAttributes() {
        attributes.deleteAll(this);
    }

    /** A duplicate that becomes usable by {@link #startDup}. */
    final Communicator pendingDuplicate() {
        return call("iDup", "", (_, comm) -> comm.pendingDup());
    }

    /** Starts the agreement on the context of a pending duplicate. */
    final <C extends Comm> C startDup(C copy) {
        Comm duplicate = copy;
        duplicate.dupRequest =
                call(
                        "iDup",
                        "",
                        (_, comm) ->
                                new Request(this, "iDup", comm.startDup(duplicate.core), null));
        return copy;
    }

    static <C extends Comm> C withInfo(C comm, Info info) {
        Comm duplicate = comm;
        duplicate.info = Info.copyForObject(info);
        duplicate.applyHints(duplicate.info, "setInfo");
        return comm;
    }

    /** The request of the {@link #iDup} that created this communicator. MPI-4.1 section 7.4.2. */
    public final Request getRequest() {
        return dupRequest;
    }

    /**
     * Number of processes in the group, of the local group for an intercommunicator. MPI-4.1
     * section 7.4.1.
     */
    public final int getSize() throws MPIException {
        return checked("getSize").size();
    }

    /** As {@link #getSize}. MPI-4.1 section 7.4.1. */
    public int Size() throws MPIException {
        return checked("Size").size();
    }

    /** Rank of this process in the group, from 0. MPI-4.1 section 7.4.1. */
    public final int getRank() throws MPIException {
        return checked("getRank").rank();
    }

    /** As {@link #getRank}. MPI-4.1 section 7.4.1. */
    public int Rank() throws MPIException {
        return checked("Rank").rank();
    }

    final Communicator checked(String call) {
        MPI.checkRunning();
        try {
            return core(this, MPI.rank);
        } catch (MpiFailure e) {
            throw failure(e, call, "");
        }
    }

    /** {@code MPI.IDENT}, {@code CONGRUENT}, {@code SIMILAR} or {@code UNEQUAL}. MPI-4.1 7.4.1. */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        return compare("Comm.compare", comm1, comm2);
    }

    /** As {@link #compare}. MPI-4.1 section 7.4.1. */
    public static int Compare(Comm comm1, Comm comm2) throws MPIException {
        return compare("Comm.Compare", comm1, comm2);
    }

    static int compare(String call, Comm comm1, Comm comm2) {
        return MpiCall.runLocally(
                comm1,
                call,
                (rank, comm) -> number(core(comm, rank).compare(core(comm2, rank))),
                (_, e, name) -> MPI.failure(e, name, ""));
    }

    /**
     * Frees the communicator; operations in flight still complete. {@code COMM_WORLD} and {@code
     * COMM_SELF} cannot be freed ({@code ERR_COMM}). MPI-4.1 section 7.4.3.
     */
    @Override
    public final void free() throws MPIException {
        free("free");
    }

    /** As {@link #free}. MPI-4.1 section 7.4.3. */
    public void Free() throws MPIException {
        free("Free");
    }

    private void free(String call) {
        checkFreeable(call);
        deleteAttributes();
        call(
                call,
                "",
                (_, comm) -> {
                    comm.free();
                    core = null;
                    reused = null;
                    ProgramChecks.freed(tracked);
                    return null;
                });
    }

    private void checkFreeable(String call) {
        checked(call);
        if (predefined) {
            MpiFailure failure =
                    new MpiFailure(
                            ErrorClass.COMM, "a predefined communicator cannot be freed: " + name);
            throw failure(failure, call, "");
        }
    }

    /** Whether it is {@code COMM_NULL} or was freed. MPI-4.1 section 7.4.3. */
    public final boolean isNull() {
        return core == null;
    }

    /** As {@link #isNull}. MPI-4.1 section 7.4.3. */
    public boolean Is_null() throws MPIException {
        return isNull();
    }

    /** Adds hints; existing hints with other keys stay. MPI-4.1 section 7.4.4. */
    public final void setInfo(Info newInfo) throws MPIException {
        checked("setInfo");
        try {
            Info.checkGiven(newInfo);
        } catch (MpiFailure e) {
            throw failure(e, "setInfo", "");
        }
        applyHints(newInfo, "setInfo");
        info.setAll(newInfo);
    }

    /** Applies the hints about collectives. */
    private void applyHints(Info hints, String call) {
        if (core == null) {
            return;
        }
        call(
                call,
                "",
                (_, comm) -> {
                    CollectiveHints.apply(hints.copied(), comm);
                    return null;
                });
    }

    /**
     * A copy of the hints, and the algorithms that its collectives have used, as {@code
     * musubi_ran_bcast} and its kin. MPI-4.1 section 7.4.4.
     */
    public final Info getInfo() throws MPIException {
        Communicator comm = checked("getInfo");
        Info copy = info.dup();
        copy.addTo(hints -> CollectiveHints.report(comm, hints));
        return copy;
    }

    /**
     * As {@link #free}, after all processes have called it; collective. MPI-4.1 section 11.10.4.
     */
    public final void disconnect() throws MPIException {
        checkFreeable("disconnect");
        call(
                "disconnect",
                "",
                (_, comm) -> {
                    comm.synchronise();
                    return null;
                });
        free("disconnect");
    }

    /** The group; the local group of an intercommunicator. MPI-4.1 section 7.3.2. */
    public final Group getGroup() throws MPIException {
        return new Group(checked("getGroup").group());
    }

    /** As {@link #getGroup}. MPI-4.1 section 7.3.2. */
    public Group Group() throws MPIException {
        return new Group(checked("Group").group());
    }

    /** Whether it is an intercommunicator. MPI-4.1 section 7.6.1. */
    public final boolean isInter() throws MPIException {
        return checked("isInter").isInter();
    }

    /** As {@link #isInter}. MPI-4.1 section 7.6.1. */
    public boolean Test_inter() throws MPIException {
        return checked("Test_inter").isInter();
    }

    /**
     * Creates an intercommunicator of the group of a local communicator and a remote group;
     * collective over both groups. Their leaders communicate through this communicator, the peer
     * communicator, which is significant at the leaders only. Fails with {@code ERR_COMM} when the
     * groups overlap. MPI-4.1 section 7.6.2.
     *
     * @param localLeader a rank in the local communicator
     * @param remoteLeader rank of the remote group's leader in this communicator; significant at
     *     the local leader only
     * @param tag equal at both leaders; significant there only
     */
    public final Intercomm createIntercomm(
            Comm localComm, int localLeader, int remoteLeader, int tag) throws MPIException {
        return createIntercomm("createIntercomm", localComm, localLeader, remoteLeader, tag);
    }

    /** As {@link #createIntercomm}. MPI-4.1 section 7.6.2. */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
            throws MPIException {
        return createIntercomm("Create_intercomm", local_comm, local_leader, remote_leader, tag);
    }

    private Intercomm createIntercomm(
            String call, Comm local, int localLeader, int remoteLeader, int tag) {
        return MpiCall.run(
                this,
                call,
                (rank, comm) -> {
                    IntercommCreation creation =
                            new IntercommCreation(core(local, rank), localLeader);
                    if (creation.isLeader()) {
                        creation.connectLeader(() -> core(comm, rank), remoteLeader, tag);
                    }
                    return new Intercomm(creation.run(), local);
                },
                (comm, e, name) ->
                        MPI.failure(
                                local == null || local.isNull() ? comm : local,
                                e,
                                comm.describe() + "." + name,
                                ErrorReport.arguments(
                                        "localComm",
                                        local == null ? "null" : local.describe(),
                                        "localLeader",
                                        localLeader,
                                        "remoteLeader",
                                        remoteLeader,
                                        "tag",
                                        tag)));
    }

    /**
     * Sends in standard mode; returns when the buffer can be reused, which may wait for the
     * receive. MPI-4.1 section 3.2.1.
     */
    public final void send(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        send("send", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** As {@link #send}, from an offset of the buffer. MPI-4.1 section 3.2.1. */
    public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send("Send", SendMode.STANDARD, buf, offset, count, datatype, dest, tag);
    }

    /** Sends in synchronous mode; returns after the receive has started. MPI-4.1 section 3.4. */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        send("sSend", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.4 and 19.2. */
    public final void sSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("sSend", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** As {@link #sSend}, from an offset of the buffer. MPI-4.1 section 3.4. */
    public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send("Ssend", SendMode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
    }

    /** Sends in ready mode; the receive must be posted before. MPI-4.1 section 3.4. */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        send("rSend", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.4 and 19.2. */
    public final void rSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("rSend", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** As {@link #rSend}, from an offset of the buffer. MPI-4.1 section 3.4. */
    public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send("Rsend", SendMode.READY, buf, offset, count, datatype, dest, tag);
    }

    /**
     * Sends in buffered mode; never waits for the receive; fails with {@code ERR_BUFFER} when the
     * attached buffer is too small. MPI-4.1 section 3.4.
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        send("bSend", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.4 and 19.2. */
    public final void bSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("bSend", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** As {@link #bSend}, from an offset of the buffer. MPI-4.1 section 3.4. */
    public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send("Bsend", SendMode.BUFFERED, buf, offset, count, datatype, dest, tag);
    }

    /**
     * Receives a message; {@code count} is the maximum. Fails with {@code ERR_TRUNCATE} when the
     * message is longer, and with {@code ERR_PROC_ABORTED} when no message has arrived and the
     * source, or with {@code MPI.ANY_SOURCE} a member of the communicator, has failed. MPI-4.1
     * section 3.2.4.
     */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        RecvRequest done = receive("recv", buf, 0, count, type, source, tag);
        return takeStatus(done, type);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.2.4 and 19.2. */
    public final Status recv(Object buf, long count, Datatype type, int source, int tag)
            throws MPIException {
        RecvRequest done = receive("recv", buf, 0, count, type, source, tag);
        return Comm.takeStatus(done, type);
    }

    /** As {@link #recv}, to an offset of the buffer. MPI-4.1 section 3.2.4. */
    public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        RecvRequest done = receive("Recv", buf, offset, count, datatype, source, tag);
        return takeStatus(done, datatype);
    }

    /**
     * Starts a send in standard mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("iSend", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /**
     * Starts a send in standard mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("iSend", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request iSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("iSend", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** Starts a send in standard mode, from an offset of the buffer. MPI-4.1 section 3.7.2. */
    public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return startSend("Isend", SendMode.STANDARD, buf, offset, count, datatype, dest, tag);
    }

    /**
     * Starts a send in synchronous mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("isSend", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /**
     * Starts a send in synchronous mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("isSend", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request isSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("isSend", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** Starts a send in synchronous mode, from an offset of the buffer. MPI-4.1 section 3.7.2. */
    public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return startSend("Issend", SendMode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
    }

    /**
     * Starts a send in ready mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("irSend", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /**
     * Starts a send in ready mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("irSend", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request irSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("irSend", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** Starts a send in ready mode, from an offset of the buffer. MPI-4.1 section 3.7.2. */
    public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return startSend("Irsend", SendMode.READY, buf, offset, count, datatype, dest, tag);
    }

    /**
     * Starts a send in buffered mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("ibSend", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /**
     * Starts a send in buffered mode; the buffer belongs to the request until that is complete.
     * MPI-4.1 section 3.7.2.
     */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("ibSend", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request ibSend(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return startSend("ibSend", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** Starts a send in buffered mode, from an offset of the buffer. MPI-4.1 section 3.7.2. */
    public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return startSend("Ibsend", SendMode.BUFFERED, buf, offset, count, datatype, dest, tag);
    }

    /**
     * Starts a receive; the buffer belongs to the request until that is complete. MPI-4.1 section
     * 3.7.2.
     */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return startReceive("iRecv", buf, 0, count, type, source, tag);
    }

    /**
     * Starts a receive; the buffer belongs to the request until that is complete. MPI-4.1 section
     * 3.7.2.
     */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return startReceive("iRecv", buf, 0, count, type, source, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.7.2 and 19.2. */
    public final Request iRecv(Object buf, long count, Datatype type, int source, int tag)
            throws MPIException {
        return startReceive("iRecv", buf, 0, count, type, source, tag);
    }

    /** Starts a receive, to an offset of the buffer. MPI-4.1 section 3.7.2. */
    public Request Irecv(Object buf, int offset, int count, Datatype datatype, int src, int tag)
            throws MPIException {
        return startReceive("Irecv", buf, offset, count, datatype, src, tag);
    }

    /** A persistent send in standard mode. MPI-4.1 section 3.9. */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sendInit", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in standard mode. MPI-4.1 section 3.9. */
    public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sendInit", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest sendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sendInit", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in standard mode. MPI-4.1 section 3.9. */
    public Prequest Send_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepareSend("Send_init", SendMode.STANDARD, buf, offset, count, datatype, dest, tag);
    }

    /** A persistent send in synchronous mode. MPI-4.1 section 3.9. */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sSendInit", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in synchronous mode. MPI-4.1 section 3.9. */
    public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sSendInit", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest sSendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("sSendInit", SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in synchronous mode. MPI-4.1 section 3.9. */
    public Prequest Ssend_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepareSend(
                "Ssend_init", SendMode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
    }

    /** A persistent send in ready mode. MPI-4.1 section 3.9. */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("rSendInit", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in ready mode. MPI-4.1 section 3.9. */
    public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("rSendInit", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest rSendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("rSendInit", SendMode.READY, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in ready mode. MPI-4.1 section 3.9. */
    public Prequest Rsend_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepareSend("Rsend_init", SendMode.READY, buf, offset, count, datatype, dest, tag);
    }

    /** A persistent send in buffered mode. MPI-4.1 section 3.9. */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("bSendInit", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in buffered mode. MPI-4.1 section 3.9. */
    public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("bSendInit", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest bSendInit(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepareSend("bSendInit", SendMode.LENIENT_BUFFERED, buf, 0, count, type, dest, tag);
    }

    /** A persistent send in buffered mode. MPI-4.1 section 3.9. */
    public Prequest Bsend_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepareSend(
                "Bsend_init", SendMode.BUFFERED, buf, offset, count, datatype, dest, tag);
    }

    /** A persistent receive. MPI-4.1 section 3.9. */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return prepareReceive("recvInit", buf, 0, count, type, source, tag);
    }

    /** A persistent receive. MPI-4.1 section 3.9. */
    public final Prequest recvInit(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return prepareReceive("recvInit", buf, 0, count, type, source, tag);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.9 and 19.2. */
    public final Prequest recvInit(Object buf, long count, Datatype type, int source, int tag)
            throws MPIException {
        return prepareReceive("recvInit", buf, 0, count, type, source, tag);
    }

    /** A persistent receive. MPI-4.1 section 3.9. */
    public Prequest Recv_init(
            Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        return prepareReceive("Recv_init", buf, offset, count, datatype, source, tag);
    }

    /**
     * Sends a message and receives another one, without deadlock between the two; returns the
     * status of the receive. MPI-4.1 section 3.10.
     */
    public final Status sendRecv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return sendReceive("sendRecv")
                .send(sendbuf, 0, sendcount, sendtype, dest, sendtag)
                .receive(recvbuf, 0, recvcount, recvtype, source, recvtag)
                .run();
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
        return sendReceive("sendRecv")
                .send(sendbuf, 0, sendcount, sendtype, dest, sendtag)
                .receive(recvbuf, 0, recvcount, recvtype, source, recvtag)
                .run();
    }

    /**
     * Starts {@link #sendRecv}; its status is that of the receive, and it cannot be cancelled.
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
        return sendReceive("iSendRecv")
                .send(sendbuf, 0, sendcount, sendtype, dest, sendtag)
                .receive(recvbuf, 0, recvcount, recvtype, source, recvtag)
                .start();
    }

    /** As {@link #sendRecv}, with offsets of the buffers. MPI-4.1 section 3.10. */
    public Status Sendrecv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return sendReceive("Sendrecv")
                .send(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag)
                .receive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag)
                .run();
    }

    /**
     * As {@link #sendRecv}, with one buffer, whose content is replaced by the received message.
     * MPI-4.1 section 3.10.
     */
    public final Status sendRecvReplace(
            Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return sendReceive("sendRecvReplace")
                .send(buf, 0, count, type, dest, sendtag)
                .receive(buf, 0, count, type, source, recvtag)
                .replace();
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.10 and 19.2. */
    public final Status sendRecvReplace(
            Object buf, long count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return sendReceive("sendRecvReplace")
                .send(buf, 0, count, type, dest, sendtag)
                .receive(buf, 0, count, type, source, recvtag)
                .replace();
    }

    /**
     * Starts {@link #sendRecvReplace}; its status is that of the receive, and it cannot be
     * cancelled. MPI-4.1 sections 3.10 and 19.2.
     */
    public final Request iSendRecvReplace(
            Object buf, long count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return sendReceive("iSendRecvReplace")
                .send(buf, 0, count, type, dest, sendtag)
                .receive(buf, 0, count, type, source, recvtag)
                .startReplace();
    }

    /** As {@link #sendRecvReplace}, from an offset of the buffer. MPI-4.1 section 3.10. */
    public Status Sendrecv_replace(
            Object buf,
            int offset,
            int count,
            Datatype datatype,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPIException {
        return sendReceive("Sendrecv_replace")
                .send(buf, offset, count, datatype, dest, sendtag)
                .receive(buf, offset, count, datatype, source, recvtag)
                .replace();
    }

    /** As {@link #iSendRecv}, with offsets of the buffers. MPI-4.1 section 3.10. */
    public Request Isendrecv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return sendReceive("Isendrecv")
                .send(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag)
                .receive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag)
                .start();
    }

    /** As {@link #iSendRecvReplace}, from an offset of the buffer. MPI-4.1 section 3.10. */
    public Request Isendrecv_replace(
            Object buf,
            int offset,
            int count,
            Datatype datatype,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPIException {
        return sendReceive("Isendrecv_replace")
                .send(buf, offset, count, datatype, dest, sendtag)
                .receive(buf, offset, count, datatype, source, recvtag)
                .startReplace();
    }

    private void send(
            String call,
            SendMode mode,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int tag) {
        Rank rank = MPI.enter();
        try {
            musubi.type.MpiType coreType = Datatype.core(type, buf, count, call);
            ProgramChecks.checkUse(rank, buf, offset, count, coreType, false);
            PointToPoint pt2pt = rank.pt2pt();
            Communicator comm = core(this, rank);
            SendPath sends = pt2pt.sends();
            Object memory = Slices.memory(buf, count, coreType);
            SendRequest bound = sends.bind(mode, memory, offset, count, coreType);
            SendRequest started = sends.startBlocking(bound, mode, comm, dest, tag);
            ProgramChecks.finishSend(rank, started, buf, offset, count, coreType);
        } catch (RuntimeException | Error e) {
            throw failure(
                    MpiFailure.of(e),
                    call,
                    ErrorReport.message(buf, offset, count, type, "dest", dest, tag));
        } finally {
            rank.gate().exit();
        }
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 3.2.1 and 19.2. */
    public final void send(Object buf, long count, Datatype type, int dest, int tag)
            throws MPIException {
        send("send", SendMode.STANDARD, buf, 0, count, type, dest, tag);
    }

    /** Starts a send; returns null when it is complete. */
    static SendRequest startSend(
            PointToPoint pt2pt,
            Communicator comm,
            SendMode mode,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type,
            int dest,
            int tag) {
        SendPath sends = pt2pt.sends();
        Object memory = Slices.memory(buf, count, type);
        return sends.start(sends.bind(mode, memory, offset, count, type), mode, comm, dest, tag);
    }

    /**
     * Receives; {@link #takeStatus} reads the outcome, releases the request and leaves the rank.
     */
    private RecvRequest receive(
            String call, Object buf, long offset, long count, Datatype type, int source, int tag) {
        Rank rank = MPI.enter();
        try {
            musubi.type.MpiType coreType = Datatype.core(type, buf, count, call);
            ProgramChecks.checkUse(rank, buf, offset, count, coreType, true);
            RecvRequest request =
                    startReceive(
                            rank.pt2pt(),
                            core(this, rank),
                            buf,
                            offset,
                            count,
                            coreType,
                            source,
                            tag);
            if (rank.checks() == null) {
                rank.pt2pt().await(request);
            } else {
                ProgramChecks.await(rank, request, buf, offset, count, type);
            }
            return request;
        } catch (RuntimeException | Error e) {
            MPIException thrown;
            try {
                thrown =
                        failure(
                                MpiFailure.of(e),
                                call,
                                ErrorReport.message(
                                        buf, offset, count, type, "source", source, tag));
            } finally {
                rank.gate().exit();
            }
            throw thrown;
        }
    }

    /**
     * The end of {@link #receive}; short, so that the JIT compiler inlines it and drops an unused
     * status.
     */
    private static Status takeStatus(RecvRequest done, Datatype type) {
        Status status =
                new Status(
                        done.source(),
                        done.tag(),
                        done.bytes(),
                        done.objectCount(),
                        type.coreOrNull());
        Rank rank = MPI.rank;
        rank.pt2pt().release(done);
        rank.gate().exit();
        return status;
    }

    static RecvRequest startReceive(
            PointToPoint pt2pt,
            Communicator comm,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type,
            int source,
            int tag) {
        Object memory = Slices.memory(buf, count, type);
        ProgramChecks.countChoice(comm, source, tag);
        RecvRequest bound = pt2pt.bindReceive(memory, offset, count, type);
        return pt2pt.startReceive(bound, comm, source, tag);
    }

    private Request startSend(
            String call,
            SendMode mode,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int tag) {
        Rank rank = MPI.enter();
        try {
            musubi.type.MpiType coreType = Datatype.core(type, buf, count, call);
            ProgramChecks.checkUse(rank, buf, offset, count, coreType, false);
            SendRequest request =
                    startSend(
                            rank.pt2pt(),
                            core(this, rank),
                            mode,
                            buf,
                            offset,
                            count,
                            coreType,
                            dest,
                            tag);
            return new Request(this, call, request, type)
                    .beginUse(rank, buf, offset, count, coreType, false);
        } catch (RuntimeException | Error e) {
            throw failure(
                    MpiFailure.of(e),
                    call,
                    ErrorReport.message(buf, offset, count, type, "dest", dest, tag));
        } finally {
            rank.gate().exit();
        }
    }

    private Request startReceive(
            String call, Object buf, long offset, long count, Datatype type, int source, int tag) {
        Rank rank = MPI.enter();
        try {
            musubi.type.MpiType coreType = Datatype.core(type, buf, count, call);
            ProgramChecks.checkUse(rank, buf, offset, count, coreType, true);
            RecvRequest request =
                    startReceive(
                            rank.pt2pt(),
                            core(this, rank),
                            buf,
                            offset,
                            count,
                            coreType,
                            source,
                            tag);
            return new Request(this, call, request, type)
                    .beginUse(rank, buf, offset, count, coreType, true);
        } catch (RuntimeException | Error e) {
            throw failure(
                    MpiFailure.of(e),
                    call,
                    ErrorReport.message(buf, offset, count, type, "source", source, tag));
        } finally {
            rank.gate().exit();
        }
    }

    private Prequest prepareSend(
            String call,
            SendMode mode,
            Object buf,
            long offset,
            long count,
            Datatype type,
            int dest,
            int tag) {
        return MpiCall.run(
                this,
                call,
                (rank, comm) -> {
                    checkPeer(core(comm, rank), dest, tag, false);
                    checkBuffer(buf, offset, count, Datatype.core(type, buf, count, call), false);
                    return new MessagePrequest(
                            comm, call, mode, buf, offset, count, type, dest, tag);
                },
                (comm, e, name) ->
                        comm.failure(
                                e,
                                name,
                                ErrorReport.message(buf, offset, count, type, "dest", dest, tag)));
    }

    private Prequest prepareReceive(
            String call, Object buf, long offset, long count, Datatype type, int source, int tag) {
        return MpiCall.run(
                this,
                call,
                (rank, comm) -> {
                    checkPeer(core(comm, rank), source, tag, true);
                    checkBuffer(buf, offset, count, Datatype.core(type, buf, count, call), true);
                    return new MessagePrequest(
                            comm, call, null, buf, offset, count, type, source, tag);
                },
                (comm, e, name) ->
                        comm.failure(
                                e,
                                name,
                                ErrorReport.message(
                                        buf, offset, count, type, "source", source, tag)));
    }

    /** Checks rank and tag ahead of the core. */
    static void checkPeer(Communicator comm, int peer, int tag, boolean wildcards) {
        if (peer != MPI.PROC_NULL && !(wildcards && peer == MPI.ANY_SOURCE)) {
            comm.worldRank(peer);
        }
        if (tag < 0 && !(wildcards && tag == MPI.ANY_TAG)) {
            throw new MpiFailure(ErrorClass.TAG, "the tag must not be negative").with("tag", tag);
        }
    }

    private static void checkBuffer(
            Object buf, long offset, long count, musubi.type.MpiType type, boolean written) {
        new Packer(new BufferBinder()).check(items(buf, offset, count, type), written);
    }

    /** Items of a call, with the memory that they may reach. */
    static TypedBuffer items(Object buf, long offset, long count, musubi.type.MpiType type) {
        return new TypedBuffer().set(Slices.memory(buf, count, type), offset, count, type);
    }

    /** A send and a receive in one call; the caller holds the rank from here to the end of it. */
    private SendReceive sendReceive(String call) {
        Rank rank = MPI.enter();
        SendReceive taken = idleSendReceive;
        idleSendReceive = null;
        return (taken == null ? new SendReceive(this) : taken).begin(rank, call);
    }

    /** Keeps the arguments of a call for the next one. */
    final void keep(SendReceive finished) {
        idleSendReceive = finished;
    }

    /**
     * Packs items into a byte array. MPI-4.1 section 5.2.
     *
     * @return position after the items
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        return pack("pack", inbuf, 0, incount, type, outbuf, position);
    }

    /** As {@link #pack}, from an offset of the buffer. MPI-4.1 section 5.2. */
    public int Pack(
            Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
            throws MPIException {
        return pack("Pack", inbuf, offset, incount, datatype, outbuf, position);
    }

    /** As {@link #pack}, for programs of MPJ Express. MPI-4.1 section 5.2. */
    public int Pack(
            Object inbuf,
            int offset,
            int incount,
            Datatype datatype,
            mpjbuf.Buffer outbuf,
            int position)
            throws MPIException {
        byte[] bytes = outbuf == null ? null : outbuf.getBytes();
        return pack("Pack", inbuf, offset, incount, datatype, bytes, position);
    }

    private int pack(
            String call,
            Object buf,
            int offset,
            long count,
            Datatype type,
            byte[] packed,
            int position) {
        checked(call);
        try {
            musubi.type.MpiType coreType = Datatype.core(type, buf, count, call);
            int end = Packing.pack(items(buf, offset, count, coreType), packed, position);
            ProgramChecks.packed(packed, position, end, coreType);
            return end;
        } catch (MpiFailure e) {
            throw failure(
                    e,
                    call,
                    ErrorReport.arguments(
                            "inbuf",
                            buf,
                            "offset",
                            offset,
                            "count",
                            count,
                            "type",
                            type,
                            "outbuf",
                            packed,
                            "position",
                            position));
        }
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 5.2 and 19.2. */
    public final int pack(Object inbuf, long incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        return pack("pack", inbuf, 0, incount, type, outbuf, position);
    }

    /**
     * Unpacks items that {@link #pack} has packed. MPI-4.1 section 5.2.
     *
     * @return position after the items
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return unpack("unpack", inbuf, position, outbuf, 0, outcount, type);
    }

    /** As {@link #unpack}, to an offset of the buffer. MPI-4.1 section 5.2. */
    public int Unpack(
            byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPIException {
        return unpack("Unpack", inbuf, position, outbuf, offset, outcount, datatype);
    }

    /** As {@link #unpack}, for programs of MPJ Express. MPI-4.1 section 5.2. */
    public int Unpack(
            mpjbuf.Buffer inbuf,
            int position,
            Object outbuf,
            int offset,
            int outcount,
            Datatype datatype)
            throws MPIException {
        byte[] bytes = inbuf == null ? null : inbuf.getBytes();
        return unpack("Unpack", bytes, position, outbuf, offset, outcount, datatype);
    }

    private int unpack(
            String call,
            byte[] packed,
            int position,
            Object buf,
            int offset,
            long count,
            Datatype type) {
        checked(call);
        try {
            musubi.type.MpiType coreType = Datatype.core(type, buf, count, call);
            ProgramChecks.checkUnpack(packed, position, coreType, count);
            return Packing.unpack(packed, position, items(buf, offset, count, coreType));
        } catch (MpiFailure e) {
            throw failure(
                    e,
                    call,
                    ErrorReport.arguments(
                            "inbuf",
                            packed,
                            "position",
                            position,
                            "outbuf",
                            buf,
                            "offset",
                            offset,
                            "count",
                            count,
                            "type",
                            type));
        }
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 5.2 and 19.2. */
    public final int unpack(byte[] inbuf, int position, Object outbuf, long outcount, Datatype type)
            throws MPIException {
        return unpack("unpack", inbuf, position, outbuf, 0, outcount, type);
    }

    /** Upper bound of the bytes that {@link #pack} needs. MPI-4.1 section 5.2. */
    public final int packSize(int incount, Datatype type) throws MPIException {
        return inAnInt(packSize("packSize", incount, type));
    }

    /** As {@link #packSize}. MPI-4.1 section 5.2. */
    public int Pack_size(int incount, Datatype datatype) throws MPIException {
        return inAnInt(packSize("Pack_size", incount, datatype));
    }

    private static int inAnInt(long bytes) {
        return bytes > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) bytes;
    }

    private long packSize(String call, long count, Datatype type) {
        checked(call);
        try {
            return Packing.size(count, Datatype.known(type));
        } catch (MpiFailure e) {
            throw failure(e, call, ErrorReport.arguments("count", count, "type", type));
        }
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 5.2 and 19.2. */
    public final long packSize(long incount, Datatype type) throws MPIException {
        return packSize("packSize", incount, type);
    }

    /**
     * As {@link #pack}, in the portable representation "external32". MPI-4.1 section 5.3.
     *
     * @param datarep "external32"
     * @return position after the items
     */
    public static int packExternal(
            String datarep, Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        MPI.checkRunning();
        try {
            TypedBuffer items = items(inbuf, 0, incount, Datatype.core(type));
            return Packing.packExternal(datarep, items, outbuf, position);
        } catch (MpiFailure e) {
            throw externalFailure(e, "packExternal", datarep, inbuf, incount, type, position);
        }
    }

    /**
     * Unpacks items that {@link #packExternal} has packed. MPI-4.1 section 5.3.
     *
     * @param datarep "external32"
     * @return position after the items
     */
    public static int unpackExternal(
            String datarep, byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        MPI.checkRunning();
        try {
            TypedBuffer items = items(outbuf, 0, outcount, Datatype.core(type));
            return Packing.unpackExternal(datarep, inbuf, position, items);
        } catch (MpiFailure e) {
            throw externalFailure(e, "unpackExternal", datarep, outbuf, outcount, type, position);
        }
    }

    /**
     * Bytes that {@link #packExternal} needs. MPI-4.1 section 5.3.
     *
     * @param datarep "external32"
     */
    public static int packExternalSize(String datarep, int incount, Datatype type)
            throws MPIException {
        MPI.checkRunning();
        try {
            return inAnInt(Packing.externalSize(datarep, incount, Datatype.known(type)));
        } catch (MpiFailure e) {
            throw externalFailure(e, "packExternalSize", datarep, null, incount, type, 0);
        }
    }

    private static MPIException externalFailure(
            MpiFailure failure,
            String call,
            String datarep,
            Object buf,
            int count,
            Datatype type,
            int position) {
        return MPI.failure(
                failure,
                "Comm." + call,
                ErrorReport.arguments(
                        "datarep",
                        datarep,
                        "buf",
                        buf,
                        "count",
                        count,
                        "type",
                        type,
                        "position",
                        position));
    }

    /** The status of a message that a receive would match now, else null. MPI-4.1 section 3.8.1. */
    public final Status iProbe(int source, int tag) throws MPIException {
        return probe("iProbe", source, tag, false);
    }

    /** As {@link #iProbe}. MPI-4.1 section 3.8.1. */
    public Status Iprobe(int source, int tag) throws MPIException {
        return probe("Iprobe", source, tag, false);
    }

    /**
     * Waits for a message and returns its status; fails as {@link #recv} when none can arrive.
     * MPI-4.1 section 3.8.1.
     */
    public final Status probe(int source, int tag) throws MPIException {
        return probe("probe", source, tag, true);
    }

    /** As {@link #probe}. MPI-4.1 section 3.8.1. */
    public Status Probe(int source, int tag) throws MPIException {
        return probe("Probe", source, tag, true);
    }

    private Status probe(String call, int source, int tag, boolean wait) {
        return MpiCall.run(
                this,
                call,
                (rank, c) -> {
                    Communicator comm = core(c, rank);
                    if (source == MPI.PROC_NULL) {
                        return statusOfProcNull();
                    }
                    UnexpectedMessage message = findMessage(rank, comm, source, tag, wait);
                    return message == null ? null : statusOf(message);
                },
                (c, e, name) -> c.failure(e, name, ErrorReport.envelope(source, tag)));
    }

    static UnexpectedMessage findMessage(
            Rank rank, Communicator comm, int source, int tag, boolean wait) {
        checkPeer(comm, source, tag, true);
        ProgramChecks.countChoice(comm, source, tag);
        RecordedOutcomes outcomes = rank.outcomes();
        return outcomes == null
                ? rank.pt2pt().probe(comm, source, tag, wait)
                : outcomes.probe(comm, source, tag, wait);
    }

    static Status statusOf(UnexpectedMessage message) {
        Status status =
                new Status(
                        message.source(),
                        message.tag(),
                        message.bytes(),
                        message.objectCount(),
                        null);
        status.countElements(TypeCode.baseOf(typeCode(MPI.rank.pt2pt(), message)));
        return status;
    }

    private static int typeCode(PointToPoint pt2pt, UnexpectedMessage message) {
        return pt2pt.origins() == null ? message.typeCode() : pt2pt.origins().typeCode(message);
    }

    static Status statusOfProcNull() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, 0, null);
    }

    /**
     * A new attribute key, whose values are kept as serialised copies; duplicates get copies.
     * MPI-4.1 section 7.7.2.
     */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.COMM);
    }

    /**
     * A new attribute key, whose values are kept by reference. MPI-4.1 section 7.7.2.
     *
     * @param copy called for each duplicate, returns its value; null for no value
     * @param delete called when a value is deleted; may be null
     */
    public static int createKeyval(AttributeCopy<Comm> copy, AttributeDelete<Comm> delete)
            throws MPIException {
        return Keyval.create(
                Keyval.Kind.COMM,
                copy == null ? null : (comm, key, value) -> copy.copy((Comm) comm, key, value),
                delete == null
                        ? null
                        : (comm, key, value) -> delete.delete((Comm) comm, key, value));
    }

    /** Frees a key; values that are set remain accessible. MPI-4.1 section 7.7.2. */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.COMM, "Comm.freeKeyval", keyval);
    }

    /** Sets the value of an attribute; an existing one is deleted first. MPI-4.1 section 7.7.2. */
    public final void setAttr(int keyval, Object value) throws MPIException {
        checked("setAttr");
        attributes.set(this, "Comm.setAttr", keyval, value);
    }

    /**
     * The value of an attribute, a copy unless the key has callbacks; null if not set. Predefined
     * keys are {@code MPI.TAG_UB} and its kin. MPI-4.1 sections 7.7.2 and 9.1.2.
     */
    public final Object getAttr(int keyval) throws MPIException {
        return attribute("getAttr", keyval);
    }

    /** As {@link #getAttr}. MPI-4.1 section 7.7.2. */
    public Object Attr_get(int keyval) throws MPIException {
        return attribute("Attr_get", keyval);
    }

    private Object attribute(String call, int keyval) {
        checked(call);
        return switch (keyval) {
            case MPI.TAG_UB -> Integer.MAX_VALUE;
            case MPI.HOST -> MPI.PROC_NULL;
            case MPI.IO -> MPI.ANY_SOURCE;
            case MPI.WTIME_IS_GLOBAL -> Boolean.FALSE;
            case MPI.UNIVERSE_SIZE -> universeSize(MPI.rank.bootstrap());
            case MPI.LASTUSEDCODE -> MPI.ERROR_CODES.lastUsed();
            case MPI.APPNUM -> appNumber(call);
            case PerformanceVariables.KEYVAL -> MPI.rank.variables();
            default -> attributes.get(this, "Comm." + call, keyval);
        };
    }

    /** The slots of the hosts; at least the ranks. */
    private static Integer universeSize(Bootstrap bootstrap) {
        String slots = bootstrap.launch().get("OMPI_UNIVERSE_SIZE");
        boolean isNumber = slots != null && slots.matches("[0-9]{1,9}");
        return Math.max(bootstrap.worldSize(), isNumber ? Integer.parseInt(slots) : 0);
    }

    private Integer appNumber(String call) {
        int number =
                MpiCall.runLocally(
                        this,
                        call,
                        (rank, _) -> rank.bootstrap().appNumber(),
                        (comm, e, name) -> comm.failure(e, name, ""));
        return number < 0 ? null : number;
    }

    /** Deletes an attribute. MPI-4.1 section 7.7.2. */
    public final void deleteAttr(int keyval) throws MPIException {
        checked("deleteAttr");
        attributes.delete(this, "Comm.deleteAttr", keyval);
    }

    /** As {@link #deleteAttr}. MPI-4.1 section 7.7.2. */
    public void Attr_delete(int keyval) throws MPIException {
        checked("Attr_delete");
        attributes.delete(this, "Comm.Attr_delete", keyval);
    }

    /**
     * The kind of topology: {@code MPI.CART}, {@code GRAPH}, {@code DIST_GRAPH} or {@code
     * UNDEFINED}. MPI-4.1 section 8.5.5.
     */
    public final int getTopology() throws MPIException {
        return Topologies.kind(checked("getTopology").topology());
    }

    /** As {@link #getTopology}. MPI-4.1 section 8.5.5. */
    public int Topo_test() throws MPIException {
        return Topologies.kind(checked("Topo_test").topology());
    }

    /**
     * Aborts the job with an exit code; does not return. In a JVM that mpiexec has not started, MPI
     * ends and the call throws. MPI-4.1 section 11.4.3.
     */
    public final void abort(int errorcode) throws MPIException {
        abort("abort", errorcode);
    }

    /** As {@link #abort}. MPI-4.1 section 11.4.3. */
    public void Abort(int errorcode) throws MPIException {
        abort("Abort", errorcode);
    }

    private void abort(String call, int errorcode) {
        MPI.checkRunning();
        MPI.out().flush();
        String where = describe() + "." + call + "(" + errorcode + ")";
        MpiFailure failure = MPI.abort(errorcode, where);
        throw new MPIException(ErrorReport.message(failure, where, null), failure);
    }

    /** A new error handler that calls a function. MPI-4.1 section 9.3.1. */
    public static Errhandler createErrhandler(ErrhandlerFunction<Comm> function)
            throws MPIException {
        if (function == null) {
            throw MPI.failure(
                    new MpiFailure(ErrorClass.ARG, "the function is null"),
                    "Comm.createErrhandler",
                    "");
        }
        return new Errhandler(
                "of the program",
                (comm, code, message) -> function.call((Comm) comm, code, message));
    }

    /** Sets the error handler for failures of lower-case calls. MPI-4.1 section 9.3.1. */
    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        checked("setErrhandler");
        if (errhandler == null || errhandler.isNull()) {
            throw failure(
                    new MpiFailure(ErrorClass.ARG, "the error handler is null or was freed"),
                    "setErrhandler",
                    "");
        }
        handler = errhandler;
    }

    /** As {@link #setErrhandler}. MPI-4.1 section 9.3.1. */
    public void Errhandler_set(Errhandler errhandler) throws MPIException {
        setErrhandler(errhandler);
    }

    /** The error handler in force. MPI-4.1 section 9.3.1. */
    public final Errhandler getErrhandler() throws MPIException {
        checked("getErrhandler");
        return handler();
    }

    /** As {@link #getErrhandler}. MPI-4.1 section 9.3.1. */
    public Errhandler Errorhandler_get() throws MPIException {
        return getErrhandler();
    }

    /**
     * Invokes the error handler with an error code; returns with {@code MPI.ERRORS_RETURN} or a
     * function that returns. MPI-4.1 section 9.5.
     */
    public void callErrhandler(int errorCode) throws MPIException {
        checked("callErrhandler");
        ErrhandlerFunction<Object> function = handler().function();
        if (function != null) {
            function.call(this, errorCode, "raised by the program: errorCode=" + errorCode);
        } else if (handler().isFatal()) {
            throw failure(
                    new MpiFailure(ErrorReport.errorClass(errorCode), "raised by the program"),
                    "callErrhandler",
                    "errorCode=" + errorCode);
        }
    }

    /** The arguments of a blocking call, a reused object. */
    final CollectiveArguments blocking(CollectiveKind kind) {
        if (reused == null) {
            reused = new CollectiveArguments();
        }
        return reused.reset(kind);
    }

    final CollectiveArguments nonBlocking(CollectiveKind kind) {
        return new CollectiveArguments().reset(kind);
    }

    /** Whether this process is the root; false for a freed communicator. */
    final boolean isMe(int root) {
        return core != null && root == (core.isInter() ? MPI.ROOT : core.rank());
    }

    private static boolean isLowerCase(String call) {
        return Character.isLowerCase(call.charAt(0));
    }

    /** Runs a collective operation to its end. */
    final void run(String call, CollectiveArguments arguments) {
        Rank rank = MPI.enter();
        try {
            Communicator comm = core(this, rank);
            CollectiveCall resolved = arguments.resolve(comm, isLowerCase(call));
            if (rank.checks() != null) {
                rank.checks()
                        .run(
                                comm,
                                resolved,
                                ProgramChecks.describeCall(this, call, arguments::arguments));
            } else {
                comm.collectives().run(UncheckedCollectives.separate(rank, comm, resolved));
            }
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), call, arguments.arguments());
        } finally {
            arguments.forget();
            rank.gate().exit();
        }
    }

    /** Starts a collective operation. */
    final Request start(String call, CollectiveArguments arguments) {
        return MpiCall.run(
                this,
                call,
                (rank, c) -> {
                    Communicator comm = core(c, rank);
                    CollectiveCall resolved = arguments.resolve(comm, isLowerCase(call));
                    if (rank.checks() != null) {
                        String text =
                                ProgramChecks.describeCall(
                                        c, call, arguments.arguments(), CallSite.find());
                        CheckedCollective checked = rank.checks().start(comm, resolved, text);
                        return new Request(c, call, checked, null).beginUse(checked.buffers());
                    }
                    return UncheckedCollectives.start(c, call, comm, resolved);
                },
                (c, e, name) -> c.failure(e, name, arguments.arguments()));
    }

    /** Prepares a persistent collective operation. */
    final Prequest prepare(String call, CollectiveArguments arguments) {
        return MpiCall.run(
                this,
                call,
                (rank, c) -> {
                    Communicator comm = core(c, rank);
                    CollectiveCall resolved = arguments.resolve(comm, isLowerCase(call));
                    if (rank.checks() != null) {
                        rank.checks()
                                .checkPrepareAgreement(
                                        comm,
                                        resolved,
                                        ProgramChecks.describeCall(c, call, arguments::arguments));
                    }
                    return new CollectivePrequest(c, call, comm.collectives().prepare(resolved));
                },
                (c, e, name) -> c.failure(e, name, arguments.arguments()));
    }

    /** Returns after all ranks have called it. MPI-4.1 section 6.3. */
    public final void barrier() throws MPIException {
        MpiCall.run(this, "barrier", Comm::barrier, (comm, e, name) -> comm.failure(e, name, ""));
    }

    private static Void barrier(Rank rank, Comm comm) {
        Communicator core = core(comm, rank);
        ProgramChecks.checkAgreement(rank, comm, core, "BARRIER", "barrier", "");
        core.collectives().barrier();
        return null;
    }

    /** Starts {@link #barrier}. MPI-4.1 section 6.12.1. */
    public final Request iBarrier() throws MPIException {
        return start("iBarrier", nonBlocking(CollectiveKind.BARRIER));
    }

    /** Prepares {@link #barrier} as a persistent operation. MPI-4.1 section 6.13.1. */
    public final Prequest barrierInit() throws MPIException {
        return prepare("barrierInit", nonBlocking(CollectiveKind.BARRIER));
    }

    /** Broadcasts {@code count} items of the root to all ranks. MPI-4.1 section 6.4. */
    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        run("bcast", blocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.4 and 19.2. */
    public final void bcast(Object buf, long count, Datatype type, int root) throws MPIException {
        run("bcast", blocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** Starts {@link #bcast}. MPI-4.1 section 6.12. */
    public final Request iBcast(Buffer buf, int count, Datatype type, int root)
            throws MPIException {
        return start(
                "iBcast",
                nonBlocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** Starts {@link #bcast}. MPI-4.1 section 6.12. */
    public final Request iBcast(Object buf, int count, Datatype type, int root)
            throws MPIException {
        return start(
                "iBcast",
                nonBlocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iBcast(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return start(
                "iBcast",
                nonBlocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** Prepares {@link #bcast} as a persistent operation. MPI-4.1 section 6.13.2. */
    public final Prequest bcastInit(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return prepare(
                "bcastInit",
                nonBlocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /**
     * Gathers the blocks of all ranks at the root, in rank order; {@code recvcount} items from
     * each. The receive arguments are significant at the root only. MPI-4.1 section 6.5.
     */
    public final void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "gather",
                blocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #gather}. MPI-4.1 section 6.12. */
    public final Request iGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #gather}. MPI-4.1 section 6.12. */
    public final Request iGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** In place: the root's block lies in its place of the receive buffer. MPI-4.1 section 6.5. */
    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        run(
                "gather",
                blocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.5 and 19.2. */
    public final void gather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "gather",
                blocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.5 and 19.2. */
    public final void gather(Object buf, long count, Datatype type, int root) throws MPIException {
        run(
                "gather",
                blocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Starts {@link #gather}. MPI-4.1 section 6.12. */
    public final Request iGather(Buffer buf, int count, Datatype type, int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Starts {@link #gather}. MPI-4.1 section 6.12. */
    public final Request iGather(Object buf, int count, Datatype type, int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iGather(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Prepares {@link #gather} as a persistent operation. MPI-4.1 section 6.13.3. */
    public final Prequest gatherInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "gatherInit",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link #gather} in place as a persistent operation. MPI-4.1 section 6.13.3. */
    public final Prequest gatherInit(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return prepare(
                "gatherInit",
                nonBlocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /**
     * As {@link #gather}, with count and displacement of each rank's block, in items of {@code
     * recvtype}. MPI-4.1 section 6.5.
     */
    public final void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /** Starts {@link #gatherv}. MPI-4.1 section 6.12. */
    public final Request iGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /** Starts {@link #gatherv}. MPI-4.1 section 6.12. */
    public final Request iGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /** The call of the root, in place. MPI-4.1 section 6.5. */
    public final void gatherv(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /** Starts {@link #gatherv}. MPI-4.1 section 6.12. */
    public final Request iGatherv(
            Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /** Starts {@link #gatherv}. MPI-4.1 section 6.12. */
    public final Request iGatherv(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /** The call of ranks other than the root. MPI-4.1 section 6.5. */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV).send(sendbuf, 0, sendcount, sendtype).root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.5 and
     * 19.2.
     */
    public final void gatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.5 and
     * 19.2.
     */
    public final void gatherv(
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.5 and 19.2. */
    public final void gatherv(Object sendbuf, long sendcount, Datatype sendtype, int root)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV).send(sendbuf, 0, sendcount, sendtype).root(root));
    }

    /** Starts {@link #gatherv}. MPI-4.1 section 6.12. */
    public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .root(root));
    }

    /** Starts {@link #gatherv}. MPI-4.1 section 6.12. */
    public final Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iGatherv(
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iGatherv(Object sendbuf, long sendcount, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .root(root));
    }

    /** Prepares {@link #gatherv} as a persistent operation. MPI-4.1 section 6.13.3. */
    public final Prequest gathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.3
     * and 19.2.
     */
    public final Prequest gathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * Prepares {@link #gatherv} as a persistent operation, with the significant arguments of this
     * process. MPI-4.1 section 6.13.3.
     */
    public final Prequest gathervInit(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.3
     * and 19.2.
     */
    public final Prequest gathervInit(
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * Prepares {@link #gatherv} as a persistent operation, with the significant arguments of this
     * process. MPI-4.1 section 6.13.3.
     */
    public final Prequest gathervInit(Object sendbuf, long sendcount, Datatype sendtype, int root)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .root(root));
    }

    /**
     * Scatters blocks of the root to all ranks, in rank order; {@code sendcount} items to each. The
     * send arguments are significant at the root only. MPI-4.1 section 6.6.
     */
    public final void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "scatter",
                blocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #scatter}. MPI-4.1 section 6.12. */
    public final Request iScatter(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #scatter}. MPI-4.1 section 6.12. */
    public final Request iScatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** In place: the root's block stays in the send buffer. MPI-4.1 section 6.6. */
    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        run(
                "scatter",
                blocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.6 and 19.2. */
    public final void scatter(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "scatter",
                blocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.6 and 19.2. */
    public final void scatter(Object buf, long count, Datatype type, int root) throws MPIException {
        run(
                "scatter",
                blocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Starts {@link #scatter}. MPI-4.1 section 6.12. */
    public final Request iScatter(Buffer buf, int count, Datatype type, int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Starts {@link #scatter}. MPI-4.1 section 6.12. */
    public final Request iScatter(Object buf, int count, Datatype type, int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScatter(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScatter(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Prepares {@link #scatter} as a persistent operation. MPI-4.1 section 6.13.4. */
    public final Prequest scatterInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "scatterInit",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link #scatter} in place as a persistent operation. MPI-4.1 section 6.13.4. */
    public final Prequest scatterInit(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return prepare(
                "scatterInit",
                nonBlocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** As {@link #scatter}, with a count and a displacement for each rank. MPI-4.1 section 6.6. */
    public final void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #scatterv}. MPI-4.1 section 6.12. */
    public final Request iScatterv(
            Buffer sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #scatterv}. MPI-4.1 section 6.12. */
    public final Request iScatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** The call of the root, in place. MPI-4.1 section 6.6. */
    public final void scatterv(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /** Starts {@link #scatterv}. MPI-4.1 section 6.12. */
    public final Request iScatterv(
            Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /** Starts {@link #scatterv}. MPI-4.1 section 6.12. */
    public final Request iScatterv(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /** The call of ranks other than the root. MPI-4.1 section 6.6. */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.6 and
     * 19.2.
     */
    public final void scatterv(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.6 and
     * 19.2.
     */
    public final void scatterv(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            int root,
            Void... none)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.6 and 19.2. */
    public final void scatterv(Object recvbuf, long recvcount, Datatype recvtype, int root)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #scatterv}. MPI-4.1 section 6.12. */
    public final Request iScatterv(Buffer recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #scatterv}. MPI-4.1 section 6.12. */
    public final Request iScatterv(Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iScatterv(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iScatterv(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            int root,
            Void... none)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScatterv(Object recvbuf, long recvcount, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link #scatterv} as a persistent operation. MPI-4.1 section 6.13.4. */
    public final Prequest scattervInit(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.4
     * and 19.2.
     */
    public final Prequest scattervInit(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * Prepares {@link #scatterv} as a persistent operation, with the significant arguments of this
     * process. MPI-4.1 section 6.13.4.
     */
    public final Prequest scattervInit(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.4
     * and 19.2.
     */
    public final Prequest scattervInit(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * Prepares {@link #scatterv} as a persistent operation, with the significant arguments of this
     * process. MPI-4.1 section 6.13.4.
     */
    public final Prequest scattervInit(Object recvbuf, long recvcount, Datatype recvtype, int root)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * Gathers the blocks of all ranks at all ranks, in rank order; {@code recvcount} items from
     * each. MPI-4.1 section 6.7.
     */
    public final void allGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "allGather",
                blocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #allGather}. MPI-4.1 section 6.12. */
    public final Request iAllGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #allGather}. MPI-4.1 section 6.12. */
    public final Request iAllGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** In place: this rank's block lies in its place of the receive buffer. MPI-4.1 section 6.7. */
    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        run("allGather", blocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.7 and 19.2. */
    public final void allGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "allGather",
                blocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.7 and 19.2. */
    public final void allGather(Object buf, long count, Datatype type) throws MPIException {
        run("allGather", blocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /** Starts {@link #allGather}. MPI-4.1 section 6.12. */
    public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /** Starts {@link #allGather}. MPI-4.1 section 6.12. */
    public final Request iAllGather(Object buf, int count, Datatype type) throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllGather(Object buf, long count, Datatype type) throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /** Prepares {@link #allGather} as a persistent operation. MPI-4.1 section 6.13.5. */
    public final Prequest allGatherInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allGatherInit",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link #allGather} in place as a persistent operation. MPI-4.1 section 6.13.5. */
    public final Prequest allGatherInit(Object buf, long count, Datatype type) throws MPIException {
        return prepare(
                "allGatherInit",
                nonBlocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /**
     * As {@link #allGather}, with a count and a displacement for each rank. MPI-4.1 section 6.7.
     */
    public final void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        run(
                "allGatherv",
                blocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Starts {@link #allGatherv}. MPI-4.1 section 6.12. */
    public final Request iAllGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Starts {@link #allGatherv}. MPI-4.1 section 6.12. */
    public final Request iAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** In place: this rank's block lies in its place of the receive buffer. MPI-4.1 section 6.7. */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        run(
                "allGatherv",
                blocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.7 and
     * 19.2.
     */
    public final void allGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        run(
                "allGatherv",
                blocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.7 and
     * 19.2.
     */
    public final void allGatherv(
            Object recvbuf, long[] recvcount, long[] displs, Datatype recvtype, Void... none)
            throws MPIException {
        run(
                "allGatherv",
                blocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /** Starts {@link #allGatherv}. MPI-4.1 section 6.12. */
    public final Request iAllGatherv(
            Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /** Starts {@link #allGatherv}. MPI-4.1 section 6.12. */
    public final Request iAllGatherv(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllGatherv(
            Object recvbuf, long[] recvcount, long[] displs, Datatype recvtype, Void... none)
            throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /** Prepares {@link #allGatherv} as a persistent operation. MPI-4.1 section 6.13.5. */
    public final Prequest allGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.5
     * and 19.2.
     */
    public final Prequest allGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Prepares {@link #allGatherv} in place as a persistent operation. MPI-4.1 section 6.13.5. */
    public final Prequest allGathervInit(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.5
     * and 19.2.
     */
    public final Prequest allGathervInit(
            Object recvbuf, long[] recvcount, long[] displs, Datatype recvtype, Void... none)
            throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /**
     * Exchanges blocks between all ranks: block {@code j} of rank {@code i} becomes block {@code i}
     * of rank {@code j}. MPI-4.1 section 6.8.
     */
    public final void allToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "allToAll",
                blocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.8 and 19.2. */
    public final void allToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "allToAll",
                blocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #allToAll}. MPI-4.1 section 6.12. */
    public final Request iAllToAll(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAll",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #allToAll}. MPI-4.1 section 6.12. */
    public final Request iAllToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAll",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAll",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link #allToAll} as a persistent operation. MPI-4.1 section 6.13.6. */
    public final Prequest allToAllInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allToAllInit",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As {@link #allToAll}, with counts and displacements for each rank. MPI-4.1 section 6.8. */
    public final void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        run(
                "allToAllv",
                blocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.8 and
     * 19.2.
     */
    public final void allToAllv(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        run(
                "allToAllv",
                blocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Starts {@link #allToAllv}. MPI-4.1 section 6.12. */
    public final Request iAllToAllv(
            Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAllv",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Starts {@link #allToAllv}. MPI-4.1 section 6.12. */
    public final Request iAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAllv",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllToAllv(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return start(
                "iAllToAllv",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Prepares {@link #allToAllv} as a persistent operation. MPI-4.1 section 6.13.6. */
    public final Prequest allToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allToAllvInit",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.6
     * and 19.2.
     */
    public final Prequest allToAllvInit(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "allToAllvInit",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As {@link #allToAllv}, with a type for each rank and displacements in bytes. MPI-4.1 section
     * 6.8.
     */
    public final void allToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        run(
                "allToAllw",
                blocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** As the form with arrays. MPI-4.1 section 6.8. */
    public final void allToAllw(
            Buffer sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Buffer recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        allToAllw(
                (Object) sendBuf,
                sendCount,
                sDispls,
                sendTypes,
                (Object) recvBuf,
                recvCount,
                rDispls,
                recvTypes);
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.8 and
     * 19.2.
     */
    public final void allToAllw(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        run(
                "allToAllw",
                blocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Starts {@link #allToAllw}. MPI-4.1 section 6.12. */
    public final Request iAllToAllw(
            Buffer sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Buffer recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return start(
                "iAllToAllw",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Starts {@link #allToAllw}. MPI-4.1 section 6.12. */
    public final Request iAllToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return start(
                "iAllToAllw",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllToAllw(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        return start(
                "iAllToAllw",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Prepares {@link #allToAllw} as a persistent operation. MPI-4.1 section 6.13.6. */
    public final Prequest allToAllwInit(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return prepare(
                "allToAllwInit",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.6
     * and 19.2.
     */
    public final Prequest allToAllwInit(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        return prepare(
                "allToAllwInit",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * Reduces the buffers of all ranks item by item; the result is at the root. MPI-4.1 section
     * 6.9.1.
     */
    public final void reduce(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        run(
                "reduce",
                blocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** Starts {@link #reduce}. MPI-4.1 section 6.12. */
    public final Request iReduce(
            Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** Starts {@link #reduce}. MPI-4.1 section 6.12. */
    public final Request iReduce(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** In place: the root's operand lies in the receive buffer. MPI-4.1 section 6.9.1. */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        run(
                "reduce",
                blocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.1 and 19.2. */
    public final void reduce(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op, int root)
            throws MPIException {
        run(
                "reduce",
                blocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.1 and 19.2. */
    public final void reduce(Object buf, long count, Datatype type, Op op, int root)
            throws MPIException {
        run(
                "reduce",
                blocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** Starts {@link #reduce}. MPI-4.1 section 6.12. */
    public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** Starts {@link #reduce}. MPI-4.1 section 6.12. */
    public final Request iReduce(Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduce(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduce(Object buf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** Prepares {@link #reduce} as a persistent operation. MPI-4.1 section 6.13.7. */
    public final Prequest reduceInit(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return prepare(
                "reduceInit",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** Prepares {@link #reduce} in place as a persistent operation. MPI-4.1 section 6.13.7. */
    public final Prequest reduceInit(Object buf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return prepare(
                "reduceInit",
                nonBlocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /**
     * Reduces the buffers of all ranks item by item; the result is at all ranks. MPI-4.1 section
     * 6.9.6.
     */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        run(
                "allReduce",
                blocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Starts {@link #allReduce}. MPI-4.1 section 6.12. */
    public final Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Starts {@link #allReduce}. MPI-4.1 section 6.12. */
    public final Request iAllReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** In place: the operand lies in the receive buffer. MPI-4.1 section 6.9.6. */
    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        run(
                "allReduce",
                blocking(CollectiveKind.ALLREDUCE).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.6 and 19.2. */
    public final void allReduce(Object sendbuf, Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        run(
                "allReduce",
                blocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.6 and 19.2. */
    public final void allReduce(Object buf, long count, Datatype type, Op op) throws MPIException {
        run(
                "allReduce",
                blocking(CollectiveKind.ALLREDUCE).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** Starts {@link #allReduce}. MPI-4.1 section 6.12. */
    public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** Starts {@link #allReduce}. MPI-4.1 section 6.12. */
    public final Request iAllReduce(Object buf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllReduce(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op) throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllReduce(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** Prepares {@link #allReduce} as a persistent operation. MPI-4.1 section 6.13.8. */
    public final Prequest allReduceInit(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op) throws MPIException {
        return prepare(
                "allReduceInit",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Prepares {@link #allReduce} in place as a persistent operation. MPI-4.1 section 6.13.8. */
    public final Prequest allReduceInit(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "allReduceInit",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * Reduces the buffers of all ranks item by item and scatters the result; {@code recvcounts[i]}
     * items to rank {@code i}. MPI-4.1 section 6.10.
     */
    public final void reduceScatter(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatter",
                blocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /** Starts {@link #reduceScatter}. MPI-4.1 section 6.12. */
    public final Request iReduceScatter(
            Buffer sendbuf, Buffer recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /** Starts {@link #reduceScatter}. MPI-4.1 section 6.12. */
    public final Request iReduceScatter(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /** In place: the operand lies in the receive buffer. MPI-4.1 section 6.10. */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatter",
                blocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.10 and
     * 19.2.
     */
    public final void reduceScatter(
            Object sendbuf, Object recvbuf, long[] recvcounts, Datatype type, Op op, Void... none)
            throws MPIException {
        run(
                "reduceScatter",
                blocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.10 and
     * 19.2.
     */
    public final void reduceScatter(Object buf, long[] counts, Datatype type, Op op, Void... none)
            throws MPIException {
        run(
                "reduceScatter",
                blocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /** Starts {@link #reduceScatter}. MPI-4.1 section 6.12. */
    public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /** Starts {@link #reduceScatter}. MPI-4.1 section 6.12. */
    public final Request iReduceScatter(Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iReduceScatter(
            Object sendbuf, Object recvbuf, long[] recvcounts, Datatype type, Op op, Void... none)
            throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iReduceScatter(
            Object buf, long[] counts, Datatype type, Op op, Void... none) throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /** Prepares {@link #reduceScatter} as a persistent operation. MPI-4.1 section 6.13.10. */
    public final Prequest reduceScatterInit(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.10
     * and 19.2.
     */
    public final Prequest reduceScatterInit(
            Object sendbuf, Object recvbuf, long[] recvcounts, Datatype type, Op op, Void... none)
            throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /**
     * Prepares {@link #reduceScatter} in place as a persistent operation. MPI-4.1 section 6.13.10.
     */
    public final Prequest reduceScatterInit(Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.10
     * and 19.2.
     */
    public final Prequest reduceScatterInit(
            Object buf, long[] counts, Datatype type, Op op, Void... none) throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /** As {@link #reduceScatter}, with parts of equal size. MPI-4.1 section 6.10. */
    public final void reduceScatterBlock(
            Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatterBlock",
                blocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /** Starts {@link #reduceScatterBlock}. MPI-4.1 section 6.12. */
    public final Request iReduceScatterBlock(
            Buffer sendbuf, Buffer recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /** Starts {@link #reduceScatterBlock}. MPI-4.1 section 6.12. */
    public final Request iReduceScatterBlock(
            Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /** In place: the operand lies in the receive buffer. MPI-4.1 section 6.10. */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatterBlock",
                blocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.10 and 19.2. */
    public final void reduceScatterBlock(
            Object sendbuf, Object recvbuf, long recvcount, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatterBlock",
                blocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.10 and 19.2. */
    public final void reduceScatterBlock(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatterBlock",
                blocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** Starts {@link #reduceScatterBlock}. MPI-4.1 section 6.12. */
    public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** Starts {@link #reduceScatterBlock}. MPI-4.1 section 6.12. */
    public final Request iReduceScatterBlock(Object buf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduceScatterBlock(
            Object sendbuf, Object recvbuf, long recvcount, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduceScatterBlock(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** Prepares {@link #reduceScatterBlock} as a persistent operation. MPI-4.1 section 6.13.9. */
    public final Prequest reduceScatterBlockInit(
            Object sendbuf, Object recvbuf, long recvcount, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterBlockInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /**
     * Prepares {@link #reduceScatterBlock} in place as a persistent operation. MPI-4.1 section
     * 6.13.9.
     */
    public final Prequest reduceScatterBlockInit(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterBlockInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * Sends one block to all out-neighbours and receives a block from each in-neighbour. In a grid
     * the neighbours are, for each dimension, the lower and the upper one; blocks of absent
     * neighbours are not written. Fails with {@code ERR_TOPOLOGY} without a topology. MPI-4.1
     * section 8.6.1.
     */
    public final void neighborAllGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllGather",
                blocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.6.1 and 19.2. */
    public final void neighborAllGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllGather",
                blocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #neighborAllGather}. MPI-4.1 section 8.7.1. */
    public final Request iNeighborAllGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGather",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #neighborAllGather}. MPI-4.1 section 8.7.1. */
    public final Request iNeighborAllGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGather",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.7.1 and 19.2. */
    public final Request iNeighborAllGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGather",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link #neighborAllGather} as a persistent operation. MPI-4.1 section 8.8.1. */
    public final Prequest neighborAllGatherInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllGatherInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /**
     * As {@link #neighborAllGather}, with blocks of different sizes in any places. MPI-4.1 section
     * 8.6.1.
     */
    public final void neighborAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllGatherv",
                blocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.6.1 and
     * 19.2.
     */
    public final void neighborAllGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        run(
                "neighborAllGatherv",
                blocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Starts {@link #neighborAllGatherv}. MPI-4.1 section 8.7.1. */
    public final Request iNeighborAllGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGatherv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Starts {@link #neighborAllGatherv}. MPI-4.1 section 8.7.1. */
    public final Request iNeighborAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGatherv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.7.1 and
     * 19.2.
     */
    public final Request iNeighborAllGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return start(
                "iNeighborAllGatherv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Prepares {@link #neighborAllGatherv} as a persistent operation. MPI-4.1 section 8.8.1. */
    public final Prequest neighborAllGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllGathervInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 8.8.1
     * and 19.2.
     */
    public final Prequest neighborAllGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "neighborAllGathervInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * Sends a block to each out-neighbour and receives one from each in-neighbour, in the order of
     * {@link #neighborAllGather}. Multiple edges between two processes match in their order; in a
     * grid, a block sent to the lower neighbour is received from the upper one. MPI-4.1 section
     * 8.6.2.
     */
    public final void neighborAllToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllToAll",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.6.2 and 19.2. */
    public final void neighborAllToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllToAll",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #neighborAllToAll}. MPI-4.1 section 8.7.2. */
    public final Request iNeighborAllToAll(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAll",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Starts {@link #neighborAllToAll}. MPI-4.1 section 8.7.2. */
    public final Request iNeighborAllToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAll",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.7.2 and 19.2. */
    public final Request iNeighborAllToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAll",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link #neighborAllToAll} as a persistent operation. MPI-4.1 section 8.8.2. */
    public final Prequest neighborAllToAllInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllToAllInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /**
     * As {@link #neighborAllToAll}, with blocks of different sizes in any places. MPI-4.1 section
     * 8.6.2.
     */
    public final void neighborAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllToAllv",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.6.2 and
     * 19.2.
     */
    public final void neighborAllToAllv(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        run(
                "neighborAllToAllv",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Starts {@link #neighborAllToAllv}. MPI-4.1 section 8.7.2. */
    public final Request iNeighborAllToAllv(
            Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAllv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Starts {@link #neighborAllToAllv}. MPI-4.1 section 8.7.2. */
    public final Request iNeighborAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAllv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.7.2 and
     * 19.2.
     */
    public final Request iNeighborAllToAllv(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return start(
                "iNeighborAllToAllv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Prepares {@link #neighborAllToAllv} as a persistent operation. MPI-4.1 section 8.8.2. */
    public final Prequest neighborAllToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllToAllvInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 8.8.2
     * and 19.2.
     */
    public final Prequest neighborAllToAllvInit(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "neighborAllToAllvInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As {@link #neighborAllToAllv}, with a type for each neighbour and displacements in bytes.
     * MPI-4.1 section 8.6.3.
     */
    public final void neighborAllToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        run(
                "neighborAllToAllw",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.6.3 and
     * 19.2.
     */
    public final void neighborAllToAllw(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        run(
                "neighborAllToAllw",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Starts {@link #neighborAllToAllw}. MPI-4.1 section 8.7.3. */
    public final Request iNeighborAllToAllw(
            Buffer sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Buffer recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return start(
                "iNeighborAllToAllw",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Starts {@link #neighborAllToAllw}. MPI-4.1 section 8.7.3. */
    public final Request iNeighborAllToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return start(
                "iNeighborAllToAllw",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.7.3 and
     * 19.2.
     */
    public final Request iNeighborAllToAllw(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        return start(
                "iNeighborAllToAllw",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Prepares {@link #neighborAllToAllw} as a persistent operation. MPI-4.1 section 8.8.2. */
    public final Prequest neighborAllToAllwInit(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return prepare(
                "neighborAllToAllwInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 8.8.2
     * and 19.2.
     */
    public final Prequest neighborAllToAllwInit(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        return prepare(
                "neighborAllToAllwInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Reduces two buffers of this process; the second one receives the result. MPI-4.1 6.9.7. */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        reduceLocal(inBuf, inOutBuf, (long) count, type, op);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.7 and 19.2. */
    public static void reduceLocal(Object inBuf, Object inOutBuf, long count, Datatype type, Op op)
            throws MPIException {
        MPI.checkRunning();
        try {
            musubi.type.MpiType coreType = Datatype.core(type);
            boolean bytes = coreType.base() == musubi.type.signature.BaseType.BYTE;
            musubi.op.ReductionOp function = Op.with(Op.core(op, bytes), type);
            Object in = Slices.memory(inBuf, count, coreType);
            Object inOut = Slices.memory(inOutBuf, count, coreType);
            LocalReduction.reduce(in, inOut, count, coreType, function);
        } catch (MpiFailure e) {
            throw MPI.failure(
                    e,
                    "Comm.reduceLocal",
                    ErrorReport.arguments(
                            "inBuf",
                            inBuf,
                            "inOutBuf",
                            inOutBuf,
                            "count",
                            count,
                            "type",
                            type,
                            "op",
                            op));
        }
    }

    /**
     * Sets the name for messages, truncated to {@code MPI.MAX_OBJECT_NAME} - 1 characters. MPI-4.1
     * section 7.8.
     */
    public final void setName(String name) throws MPIException {
        checked("setName");
        if (name == null) {
            throw failure(new MpiFailure(ErrorClass.ARG, "the name is null"), "setName", "");
        }
        this.name = name.substring(0, Math.min(name.length(), MPI.MAX_OBJECT_NAME - 1));
        named = true;
    }

    /** The name; empty if it was never set. MPI-4.1 section 7.8. */
    public final String getName() throws MPIException {
        if (this != MPI.COMM_NULL) {
            checked("getName");
        }
        return predefined && !named ? "MPI_" + firstName : name;
    }

    @Override
    public String toString() {
        return describe();
    }

    static long total(int[] counts) {
        long total = 0;
        for (int i = 0; counts != null && i < counts.length; i++) {
            total += counts[i];
        }
        return total;
    }

    static long total(long[] counts) {
        long total = 0;
        for (int i = 0; counts != null && i < counts.length; i++) {
            total += counts[i];
        }
        return total;
    }
}
