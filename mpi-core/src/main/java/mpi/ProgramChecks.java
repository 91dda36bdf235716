package mpi;

import musubi.Rank;
import musubi.check.BufferUse;
import musubi.check.LeakTracker;
import musubi.comm.Communicator;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.topo.DistGraphTopology;

import java.util.concurrent.TimeUnit;

/**
 * Tells the checks of the rank what the program does; see docs/check-a-program.md. Everything here
 * does nothing when they are off.
 */
final class ProgramChecks {
    /** How long ranks leave it to rank 0 to say what all of them did, in ms. */
    private static final long PATIENCE_MS = 2_000;

    private ProgramChecks() {}

    /**
     * The program makes an object that has to be freed.
     *
     * @param kind what it is, for example {@code group}
     * @return null when nobody keeps count
     */
    static LeakTracker.TrackedObject created(String kind) {
        Rank rank = MPI.rank;
        return rank == null || rank.checks() == null ? null : rank.checks().leaks().track(kind);
    }

    /** An object was freed. */
    static void freed(LeakTracker.TrackedObject object) {
        if (object != null) {
            object.freed();
        }
    }

    /**
     * Makes sure that all members of a communicator make a call without arguments to agree on.
     *
     * @param operation what it is, for example {@code DUP}
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    static void checkAgreement(
            Rank rank,
            Comm comm,
            Communicator core,
            String operation,
            String call,
            String arguments) {
        if (rank.checks() != null) {
            rank.checks().checkAgreement(core, operation, describeCall(comm, call, arguments));
        }
    }

    /**
     * Makes sure that all members of a communicator make a distributed graph, and that both ends of
     * each edge give it; only when the checks are on.
     *
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    static void checkEdgesAgree(
            Comm comm, Communicator core, DistGraphTopology graph, String arguments) {
        String text = describeCall(comm, "createDistGraphAdjacent", arguments);
        MPI.rank.checks().checkAgreement(core, "CREATE_DIST_GRAPH_ADJACENT", graph, text);
    }

    /** A call with its arguments and the program's line that makes it. */
    static String describeCall(Comm comm, String call, String arguments) {
        return comm + "." + call + "(" + arguments + ") at " + CallSite.find().place();
    }

    /** Makes sure that a blocking call takes no buffer that an operation under way has. */
    static void checkUse(
            Rank rank, Object buf, long offset, long count, Datatype type, boolean writes) {
        if (rank.checks() != null) {
            checkUse(rank, buf, offset, count, Datatype.core(type), writes);
        }
    }

    /** As {@link #checkUse} with a type that the program may have freed since. */
    static void checkUse(
            Rank rank,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type,
            boolean writes) {
        if (rank.checks() != null) {
            rank.checks().buffers().beginUse(buf, offset, count, type, writes).endUse();
        }
    }

    /** Lends a buffer that is to be written, for the time of {@link #checkUseBeside}. */
    static BufferUse beginUse(Rank rank, Object buf, long offset, long count, Datatype type) {
        if (rank.checks() == null) {
            return null;
        }
        musubi.type.MpiType core = Datatype.core(type);
        return rank.checks().buffers().beginUse(buf, offset, count, core, true);
    }

    /**
     * Lends a buffer that is to be written and one that is to be read, till both are given back.
     */
    static BufferUse beginUseBeside(
            BufferUse written, Rank rank, Object buf, long offset, long count, Datatype type) {
        if (written == null) {
            return null;
        }
        try {
            musubi.type.MpiType core = Datatype.core(type);
            BufferUse read = rank.checks().buffers().beginUse(buf, offset, count, core, false);
            return () -> {
                written.endUse();
                return read.endUse();
            };
        } catch (MpiFailure e) {
            written.endUse();
            throw e;
        }
    }

    /** The operation has not begun, so that its buffers are free again; null for none. */
    static void endUse(BufferUse buffers) {
        if (buffers != null) {
            buffers.endUse();
        }
    }

    /**
     * As {@link #checkUse} of what is sent, which must not overlap what is lent; gives that back.
     */
    static void checkUseBeside(
            BufferUse lent, Rank rank, Object buf, long offset, long count, Datatype type) {
        if (lent != null) {
            try {
                checkUse(rank, buf, offset, count, type, false);
            } finally {
                lent.endUse();
            }
        }
    }

    /**
     * Gives rank 0 of a communicator the time to print what all ranks called, so that it is printed
     * once; it ends the job then.
     */
    static void deferToRankZero(Comm comm, MpiFailure failure) {
        if (MPI.rank.checks() == null
                || failure.errorClass() != ErrorClass.NOT_SAME
                || comm.isMe(0)) {
            return;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
