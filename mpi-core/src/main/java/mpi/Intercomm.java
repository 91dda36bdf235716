package mpi;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.function.Function;

/**
 * An intercommunicator: a communicator of two groups. Ranks in sends, receives and as roots are
 * those of the remote group; collectives move data from each group to the other. MPI-4.1 sections
 * 6.2.2 and 7.6.
 */
public class Intercomm extends Comm {
    Intercomm(Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public Intercomm clone() {
        return dup();
    }

    /** As {@link Comm#dup}. MPI-4.1 section 7.4.2. */
    @Override
    public Intercomm dup() throws MPIException {
        return adopt(new Intercomm(duplicate("dup"), this));
    }

    /** As {@link Comm#iDup}. MPI-4.1 section 7.4.2. */
    @Override
    public Intercomm iDup() throws MPIException {
        return startDup(adopt(new Intercomm(pendingDuplicate(), this)));
    }

    /** As {@link Comm#dupWithInfo}. MPI-4.1 section 7.4.2. */
    @Override
    public Intercomm dupWithInfo(Info info) throws MPIException {
        return withInfo(adopt(new Intercomm(duplicate("dupWithInfo"), this)), info);
    }

    /** Number of processes in the remote group. MPI-4.1 section 7.6.1. */
    public int getRemoteSize() throws MPIException {
        return checked("getRemoteSize").remoteGroup().size();
    }

    /** As {@link #getRemoteSize}. MPI-4.1 section 7.6.1. */
    public int Remote_size() throws MPIException {
        return checked("Remote_size").remoteGroup().size();
    }

    /** The remote group. MPI-4.1 section 7.6.1. */
    public Group getRemoteGroup() throws MPIException {
        return new Group(checked("getRemoteGroup").remoteGroup());
    }

    /** As {@link #getRemoteGroup}. MPI-4.1 section 7.6.1. */
    public Group Remote_group() throws MPIException {
        return new Group(checked("Remote_group").remoteGroup());
    }

    /**
     * An intracommunicator of both groups; collective over both. MPI-4.1 section 7.6.2.
     *
     * @param high whether the own group comes after the other one; equal in all processes of a
     *     group. If both groups pass the same value, the group whose first process has the lower
     *     rank in {@code COMM_WORLD} comes first.
     */
    public Intracomm merge(boolean high) throws MPIException {
        return merge("merge", high);
    }

    /** As {@link #merge}. MPI-4.1 section 7.6.2. */
    public Intracomm Merge(boolean high) throws MPIException {
        return merge("Merge", high);
    }

    private Intracomm merge(String call, boolean high) {
        return new Intracomm(
                make(
                        call,
                        "high=" + high,
                        comm -> {
                            agree(comm, "MERGE", call);
                            return comm.merge(high);
                        }),
                this);
    }

    /**
     * Splits into intercommunicators of equal colour, in each group ordered by key, then by rank;
     * collective. Null if only one group has the colour. MPI-4.1 section 7.4.2.
     *
     * @param colour not negative, or {@code MPI.UNDEFINED} for a null communicator
     */
    public final Intercomm split(int colour, int key) throws MPIException {
        return new Intercomm(splitCore("split", colour, key), this);
    }

    /** As {@link #split}, but null for a null communicator. MPI-4.1 section 7.4.2. */
    public Intercomm Split(int color, int key) throws MPIException {
        Communicator core = splitCore("Split", color, key);
        return core == null ? null : new Intercomm(core, this);
    }

    private Communicator splitCore(String call, int colour, int key) {
        return make(
                call,
                "colour=" + colour + ", key=" + key,
                comm -> {
                    checkColour(colour);
                    agree(comm, "SPLIT", call);
                    return comm.split(colour, key);
                });
    }

    static void checkColour(int colour) {
        if (colour < 0 && colour != MPI.UNDEFINED) {
            throw new MpiFailure(
                            ErrorClass.ARG,
                            "the colour must not be negative, unless it is MPI.UNDEFINED")
                    .with("colour", colour);
        }
    }

    /**
     * An intercommunicator of subgroups of both groups; collective over both. Null for processes
     * outside, and for all if a subgroup is empty. MPI-4.1 section 7.4.2.
     */
    public final Intercomm create(Group group) throws MPIException {
        return new Intercomm(createCore("create", group), this);
    }

    /** As {@link #create}, but null for a null communicator. MPI-4.1 section 7.4.2. */
    public Intercomm Create(Group group) throws MPIException {
        Communicator core = createCore("Create", group);
        return core == null ? null : new Intercomm(core, this);
    }

    private Communicator createCore(String call, Group group) {
        return make(
                call,
                "",
                comm -> {
                    musubi.group.RankGroup members = Group.core(group);
                    agree(comm, "CREATE", call);
                    return comm.create(members);
                });
    }

    private void agree(Communicator comm, String operation, String call) {
        ProgramChecks.checkAgreement(MPI.rank, this, comm, operation, call, "");
    }

    private Communicator make(
            String call, String arguments, Function<Communicator, Communicator> maker) {
        return call(call, arguments, (_, comm) -> maker.apply(comm));
    }

    /**
     * The intercommunicator with the processes that spawned this one: null, as dynamic processes
     * are not supported yet. MPI-4.1 section 11.8.2.
     */
    public static Intercomm getParent() throws MPIException {
        MPI.checkRunning();
        return new Intercomm(null, MPI.COMM_WORLD);
    }
}
