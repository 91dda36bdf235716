package mpi;

import musubi.Rank;
import musubi.check.BufferTracker;
import musubi.check.BufferUse;
import musubi.check.LeakTracker;
import musubi.comm.Communicator;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.RankGroup;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendOrigins;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.unbuffered.UnbufferedExecution;
import musubi.topo.DistGraphTopology;
import musubi.type.ItemType;
import musubi.type.PackedContents;
import musubi.type.TypeCode;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Hooks of the façade for the checks of programs (docs/check-a-program.md), without effect when
 * these are off.
 */
final class ProgramChecks {
    /** Time that ranks give rank 0 for its report of all ranks, in ms. */
    private static final long REPORT_TIME_MS = 2_000;

    private ProgramChecks() {}

    /**
     * Records an object that the program has to free.
     *
     * @param kind for example {@code group}
     * @return null without checks
     */
    static LeakTracker.TrackedObject created(String kind) {
        Rank rank = MPI.rank;
        return rank == null || rank.checks() == null ? null : rank.checks().leaks().track(kind);
    }

    /** Records a message that a matched probe has taken out; null without checks. */
    static LeakTracker.TrackedObject taken(UnexpectedMessage message) {
        Rank rank = MPI.rank;
        if (rank.checks() == null) {
            return null;
        }
        SendOrigins origins = rank.pt2pt().origins();
        String text = message.describe() + (origins == null ? "" : origins.suffix(message));
        return rank.checks().leaks().trackMessage(text);
    }

    private static PackedContents packedContents() {
        Rank rank = MPI.rank;
        SendOrigins origins = rank == null ? null : rank.pt2pt().origins();
        return origins == null ? null : origins.packed();
    }

    /** Records that items were packed into a range of an array. */
    static void packed(byte[] array, int from, int to, musubi.type.MpiType type) {
        PackedContents contents = packedContents();
        if (contents != null) {
            ItemType item = type.isObject() ? null : ItemType.of(type);
            contents.put(array, from, to, item, CallSite.find().toString());
        }
    }

    /**
     * Checks that items to be unpacked are those that were packed, as far as that is known.
     *
     * @throws MpiFailure of class TYPE
     */
    static void checkUnpack(byte[] array, int from, musubi.type.MpiType type, long count) {
        PackedContents contents = packedContents();
        if (contents == null || array == null || type.isObject()) {
            return;
        }
        PackedContents.Piece piece = contents.mismatch(array, from, type, count);
        if (piece != null) {
            throw new MpiFailure(ErrorClass.TYPE, "the items were packed as another type")
                    .with("packed", piece.item().name())
                    .with("unpacked as", TypeCode.nameOf(type))
                    .with("at", piece.from())
                    .with("packed or sent by", piece.place())
                    .advice("unpack the same basic types in the same order");
        }
    }

    /** Records that an object was freed. */
    static void freed(LeakTracker.TrackedObject object) {
        if (object != null) {
            object.freed();
        }
    }

    /**
     * Checks that all members of a communicator make the same call.
     *
     * @param operation for example {@code DUP}
     * @throws MpiFailure of class NOT_SAME if they do not
     */
    static void checkAgreement(
            Rank rank,
            Comm comm,
            Communicator core,
            String operation,
            String call,
            String arguments) {
        if (rank.checks() != null) {
            Supplier<String> text = describeCall(comm, call, () -> arguments);
            rank.checks().checkAgreement(core, operation, text);
        }
    }

    /**
     * Checks that all members of a communicator create a distributed graph, and that both ends
     * specify each edge; only with checks.
     *
     * @throws MpiFailure of class NOT_SAME if they do not
     */
    static void checkEdgesAgree(
            Comm comm, Communicator core, DistGraphTopology graph, String arguments) {
        Supplier<String> text = describeCall(comm, "createDistGraphAdjacent", () -> arguments);
        MPI.rank.checks().checkAgreement(core, "CREATE_DIST_GRAPH_ADJACENT", graph, text);
    }

    /**
     * Checks that all members of a communicator create others of its groups, and that the members
     * of each group pass it; only with checks.
     *
     * @throws MpiFailure of class NOT_SAME if they do not
     */
    static void checkGroupsAgree(
            Rank rank, Comm comm, Communicator core, String call, RankGroup group) {
        if (rank.checks() == null) {
            return;
        }
        int[] members =
                IntStream.range(0, group.size())
                        .map(member -> core.group().rankOf(group.worldRank(member)))
                        .toArray();
        Supplier<String> text = describeCall(comm, call, () -> "ranks=" + Arrays.toString(members));
        rank.checks().checkAgreement(core, "CREATE", members, text);
    }

    /**
     * Description of a blocking call of this thread, made when it is needed: arguments and source
     * line.
     */
    static Supplier<String> describeCall(Comm comm, String call, Supplier<String> arguments) {
        Thread caller = Thread.currentThread();
        return () -> describeCall(comm, call, arguments.get(), CallSite.of(caller));
    }

    /** Description of a call: arguments and source line. */
    static String describeCall(Comm comm, String call, String arguments, CallSite site) {
        return comm + "." + call + "(" + arguments + ") at " + site.place();
    }

    /** Notes a count that is undefined because the message has other items; only with checks. */
    static void noteUndefinedCount(long bytes, musubi.type.MpiType type) {
        Rank rank = MPI.rank;
        if (rank != null && rank.checks() != null) {
            rank.checks()
                    .callNotes()
                    .add(
                            "requests the number of items of "
                                    + type
                                    + " in a message of "
                                    + bytes
                                    + " bytes, which has no whole number of them",
                            "; pass the type of the receive");
        }
    }

    /** Counts a receive or probe that comes next if messages of several sources wait for it. */
    static void countChoice(Communicator comm, int source, int tag) {
        if (source == MPI.ANY_SOURCE && MPI.rank.checks() != null) {
            MPI.rank.checks().countChoice(comm, tag);
            UnbufferedExecution unbuffered = MPI.rank.pt2pt().sends().unbuffered();
            if (unbuffered != null) {
                unbuffered.usesAnySource(comm.contextId());
            }
        }
    }

    /** Checks that no operation in flight uses the buffer of a blocking call. */
    static void checkUse(
            Rank rank, Object buf, long offset, long count, Datatype type, boolean writes) {
        if (rank.checks() != null || rank.firstUses().looks()) {
            checkUse(rank, buf, offset, count, Datatype.core(type), writes);
        }
    }

    /** As {@link #checkUse} with the core's type, as the program may have freed its own. */
    static void checkUse(
            Rank rank,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type,
            boolean writes) {
        if (rank.checks() != null) {
            rank.checks().buffers().checkUse(buf, offset, count, type, writes);
        } else if (rank.firstUses().looks()) {
            rank.firstUses().look(buf, offset, count, type, writes);
        }
    }

    /** Begins the use of a buffer that a blocking call writes; null without checks. */
    static BufferUse beginBlockingUse(
            Rank rank, Object buf, long offset, long count, Datatype type) {
        if (rank.checks() == null) {
            return null;
        }
        musubi.type.MpiType core = Datatype.core(type);
        return rank.checks().buffers().beginBlockingUse(buf, offset, count, core, true);
    }

    /** Begins the use of a buffer that is written; null without checks. */
    static BufferTracker.TrackedUse beginUse(
            Rank rank, Object buf, long offset, long count, Datatype type) {
        if (rank.checks() == null) {
            return null;
        }
        musubi.type.MpiType core = Datatype.core(type);
        return rank.checks().buffers().beginUse(buf, offset, count, core, true);
    }

    /** Begins the use of a buffer that is read beside one that is written; the result ends both. */
    static BufferUse beginUseBeside(
            BufferTracker.TrackedUse written,
            Rank rank,
            Object buf,
            long offset,
            long count,
            Datatype type) {
        if (written == null) {
            return null;
        }
        try {
            musubi.type.MpiType core = Datatype.core(type);
            BufferUse read =
                    rank.checks().buffers().beginUseBeside(written, buf, offset, count, core);
            return () -> {
                MpiFailure ofReceive = written.endUse();
                MpiFailure ofSend = read.endUse();
                return ofReceive == null ? ofSend : ofReceive;
            };
        } catch (MpiFailure e) {
            written.endUse();
            throw e;
        }
    }

    /** Ends a blocking send; fails if another thread has changed the buffer meanwhile. */
    static void finishSend(
            Rank rank,
            SendRequest started,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type) {
        boolean inFlight = started != null && !started.isComplete() && !started.isBuffered();
        if (rank.checks() == null || !inFlight) {
            rank.pt2pt().sends().finish(started);
            return;
        }
        BufferUse use = rank.checks().buffers().beginBlockingUse(buf, offset, count, type, false);
        MpiFailure changed;
        try {
            rank.pt2pt().sends().finish(started);
        } finally {
            changed = use.endUse();
        }
        if (changed != null) {
            throw changed;
        }
    }

    /** Waits for a blocking receive whose buffer no thread may use meanwhile. */
    static void await(
            Rank rank, RecvRequest started, Object buf, long offset, long count, Datatype type) {
        if (rank.gate().isMultithreaded()) {
            BufferUse use = beginBlockingUse(rank, buf, offset, count, type);
            try {
                rank.pt2pt().await(started);
            } finally {
                use.endUse();
            }
        } else {
            rank.pt2pt().await(started);
        }
        checkReceived(rank, started, buf, offset, count, type);
    }

    /** Checks the buffer of a complete blocking receive, which is released if it was changed. */
    private static void checkReceived(
            Rank rank, RecvRequest done, Object buf, long offset, long count, Datatype type) {
        BufferTracker buffers = rank.checks().buffers();
        try {
            buffers.checkReceived(done, buf, offset, count, Datatype.core(type));
        } catch (MpiFailure e) {
            rank.pt2pt().release(done);
            throw e;
        }
    }

    /** Ends the use of buffers whose operation has not started; null for none. */
    static void endUse(BufferUse buffers) {
        if (buffers != null) {
            buffers.endUse();
        }
    }

    /** As {@link #checkUse} of the send buffer beside the receive buffer, whose use it ends. */
    static void checkUseBeside(
            BufferUse use, Rank rank, Object buf, long offset, long count, Datatype type) {
        if (use != null) {
            try {
                checkUse(rank, buf, offset, count, type, false);
            } finally {
                use.endUse();
            }
        }
    }

    /**
     * Checks that the thread that has called Init calls Finalize: an error only with checks, else a
     * note.
     *
     * @param leaving null if MPI is not initialised
     * @throws MpiFailure of class OTHER
     */
    static void checkThreadOfFinalize(Rank leaving, Thread main) {
        Thread current = Thread.currentThread();
        boolean isOther = leaving != null && current != main;
        if (isOther && (leaving.checks() != null || mayOthersCall())) {
            report(
                    leaving,
                    new MpiFailure(
                                    ErrorClass.OTHER,
                                    "another thread than that of Init calls Finalize")
                            .with("thread", '"' + current.getName() + '"')
                            .with("thread of Init", '"' + main.getName() + '"')
                            .advice("call Finalize in the thread that has called Init"));
        }
    }

    /**
     * Checks at Finalize that no thread is in a call: an error only with checks, else a note.
     *
     * @param main the thread that has called Init
     * @param shared whether other ranks share the JVM; threads of this rank then have main's group
     * @throws MpiFailure of class OTHER
     */
    static void checkOtherThreads(Rank leaving, Thread main, boolean shared) {
        if (!leaving.gate().isInOtherCall()) {
            return;
        }
        report(
                leaving,
                new MpiFailure(ErrorClass.OTHER, "a thread is still in an MPI call at Finalize")
                        .with("threads", threadsInCalls(shared ? main.getThreadGroup() : null))
                        .advice("let the calls of all threads return before Finalize"));
    }

    /** Below that level a call of another thread is noted anyway. */
    private static boolean mayOthersCall() {
        return MPI.queryThread() >= MPI.THREAD_SERIALIZED;
    }

    private static void report(Rank rank, MpiFailure misuse) {
        if (rank.checks() != null) {
            throw misuse;
        }
        rank.notes().add(misuse);
    }

    /** The other threads that are in MPI calls, with their calls; of a group, or all for null. */
    private static String threadsInCalls(ThreadGroup group) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread != Thread.currentThread() && CallSite.of(thread) != null)
                .filter(thread -> group == null || isIn(group, thread))
                .map(CallSite::describe)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static boolean isIn(ThreadGroup group, Thread thread) {
        ThreadGroup its = thread.getThreadGroup();
        return its != null && (its == group || group.parentOf(its));
    }

    /**
     * Waits for rank 0 of a communicator, which reports the calls of all ranks and ends the job.
     */
    static void deferToRankZero(Comm comm, MpiFailure failure) {
        if (MPI.rank.checks() == null
                || failure.errorClass() != ErrorClass.NOT_SAME
                || comm.isMe(0)) {
            return;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(REPORT_TIME_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
