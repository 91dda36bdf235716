package mpi;

import musubi.Rank;
import musubi.check.Leaks;
import musubi.check.Lent;
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
final class Checking {
    /** How long ranks leave it to rank 0 to say what all of them did, in ms. */
    private static final long PATIENCE_MS = 2_000;

    private Checking() {}

    /**
     * The program makes an object that has to be freed.
     *
     * @param kind what it is, for example {@code group}
     * @return null when nobody keeps count
     */
    static Leaks.Made made(String kind) {
        Rank rank = MPI.rank;
        return rank == null || rank.checks() == null ? null : rank.checks().leaks().made(kind);
    }

    /** An object was freed. */
    static void freed(Leaks.Made object) {
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
    static void agree(
            Rank rank,
            Comm comm,
            Communicator core,
            String operation,
            String call,
            String arguments) {
        if (rank.checks() != null) {
            rank.checks().agree(core, operation, text(comm, call, arguments));
        }
    }

    /**
     * Makes sure that all members of a communicator make a distributed graph, and that both ends of
     * each edge give it; only when the checks are on.
     *
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    static void agreeOnEdges(
            Comm comm, Communicator core, DistGraphTopology graph, String arguments) {
        String text = text(comm, "createDistGraphAdjacent", arguments);
        MPI.rank.checks().agree(core, "CREATE_DIST_GRAPH_ADJACENT", graph, text);
    }

    /** A call with its arguments and the program's line that makes it. */
    static String text(Comm comm, String call, String arguments) {
        return comm + "." + call + "(" + arguments + ") at " + CallSite.find().place();
    }

    /** Makes sure that a blocking call takes no buffer that an operation under way has. */
    static void borrow(
            Rank rank, Object buf, long offset, long count, Datatype type, boolean writes) {
        if (rank.checks() != null) {
            borrow(rank, buf, offset, count, Datatype.core(type), writes);
        }
    }

    /** As {@link #borrow} with a type that the program may have freed since. */
    static void borrow(
            Rank rank,
            Object buf,
            long offset,
            long count,
            musubi.type.Datatype type,
            boolean writes) {
        if (rank.checks() != null) {
            rank.checks().buffers().lend(buf, offset, count, type, writes).giveBack();
        }
    }

    /** Lends a buffer that is to be written, for the time of {@link #borrowBeside}. */
    static Lent lend(Rank rank, Object buf, long offset, long count, Datatype type) {
        if (rank.checks() == null) {
            return null;
        }
        musubi.type.Datatype core = Datatype.core(type);
        return rank.checks().buffers().lend(buf, offset, count, core, true);
    }

    /**
     * Lends a buffer that is to be written and one that is to be read, till both are given back.
     */
    static Lent lendBeside(
            Lent written, Rank rank, Object buf, long offset, long count, Datatype type) {
        if (written == null) {
            return null;
        }
        try {
            musubi.type.Datatype core = Datatype.core(type);
            Lent read = rank.checks().buffers().lend(buf, offset, count, core, false);
            return () -> {
                written.giveBack();
                return read.giveBack();
            };
        } catch (MpiFailure e) {
            written.giveBack();
            throw e;
        }
    }

    /** The operation has not begun, so that its buffers are free again; null for none. */
    static void giveBack(Lent buffers) {
        if (buffers != null) {
            buffers.giveBack();
        }
    }

    /** As {@link #borrow} of what is sent, which must not overlap what is lent; gives that back. */
    static void borrowBeside(
            Lent lent, Rank rank, Object buf, long offset, long count, Datatype type) {
        if (lent != null) {
            try {
                borrow(rank, buf, offset, count, type, false);
            } finally {
                lent.giveBack();
            }
        }
    }

    /**
     * Gives rank 0 of a communicator the time to print what all ranks called, so that it is printed
     * once; it ends the job then.
     */
    static void leaveToRankZero(Comm comm, MpiFailure failure) {
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
