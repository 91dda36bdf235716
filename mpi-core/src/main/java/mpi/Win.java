package mpi;

import musubi.Rank;
import musubi.check.LeakTracker;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.request.CommRequest;
import musubi.rma.Window;
import musubi.rma.WindowAccesses;
import musubi.rma.WindowEpochs;
import musubi.rma.WindowSpec;
import musubi.type.buffer.BufferBinder;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/**
 * A window: memory of each process of a communicator that the others read, write and update without
 * a call of its owner. MPI-4.1 chapter 12.
 *
 * <p>The memory of a window is a direct buffer, or is allocated with the window; arrays and heap
 * buffers, which the collector moves, are refused with {@code ERR_BUFFER}. Buffers of an origin are
 * any {@code java.nio} buffers; position and limit are ignored. They belong to the access until a
 * flush, the end of its epoch, or its request. Displacements are in units of the target, counts in
 * items of the datatype. Between processes memory is accessed without its owner if it was allocated
 * with the window or is a buffer of {@link MPI#newByteBuffer} of 64 KiB or more; else whenever the
 * owner calls MPI, or by its progress thread.
 *
 * <p>The memory model is {@code MPI_WIN_UNIFIED}: a window has no second copy. Updates of one place
 * with one predefined type are atomic, and those of one origin in order.
 *
 * <p>Capitalised calls are in mpiJava's style: their origins may be arrays, with an offset, and
 * they always throw.
 *
 * <p>Failures go to the error handler of the window, which is {@code MPI.ERRORS_ARE_FATAL} at
 * first: {@code ERR_WIN} for a freed window, {@code ERR_RMA_SYNC} for an access without an epoch
 * and for epochs in a wrong order, {@code ERR_DISP} for items outside of the target's memory,
 * {@code ERR_TRUNCATE} for data that exceed the items they go to, and those of {@link Comm}. Thread
 * rule: as {@link Comm}.
 */
public final class Win implements Freeable {
    /** No window. MPI-4.1 section 12.2. */
    public static final int WIN_NULL = 0;

    /** Memory of one process. MPI-4.1 section 12.2.1. */
    public static final int FLAVOR_PRIVATE = 0;

    /** Memory that several processes share. MPI-4.1 section 12.2.3. */
    public static final int FLAVOR_SHARED = 1;

    private static final String ACCUMULATE_GRANULARITY = "mpi_accumulate_granularity";

    private final Comm comm;
    private final Window core;
    private final Buffer base;
    private final Attributes attributes = new Attributes(Keyval.Kind.WIN);
    private final LeakTracker.TrackedObject tracked;
    private final Info info;
    private String name = "";
    private Errhandler handler = MPI.ERRORS_ARE_FATAL;
    private WindowArguments idle = new WindowArguments();

    /**
     * A window of memory of the program; collective. MPI-4.1 section 12.2.1.
     *
     * @param base a direct buffer, which stays the program's; null for no memory
     * @param size of the window, in elements of the buffer
     * @param dispUnit unit of displacements, in elements of the buffer
     * @param info hints: {@code no_locks}, {@code mpi_accumulate_granularity}
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        this(Creation.ofBuffer("new Win", base, size, dispUnit, info), comm);
    }

    /**
     * A window of allocated memory, which {@link #getBase} returns; collective. Open MPI's bindings
     * cannot return it, and programs for them go on to use {@code base}; so that is the memory if
     * one is passed, and the flavor is not shared. MPI-4.1 sections 12.2.2 and 12.2.3.
     *
     * @param size of the window, in elements of {@code base}; in bytes without
     * @param dispUnit unit of displacements, in the same
     * @param info hints: {@code no_locks}, {@code mpi_accumulate_granularity}
     * @param base a direct buffer; null to allocate
     * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
     */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor)
            throws MPIException {
        this(
                base != null && flavor == FLAVOR_PRIVATE
                        ? Creation.ofBuffer("new Win", base, size, dispUnit, info)
                        : Creation.allocated("new Win", flavor, size, dispUnit, info),
                comm);
    }

    /**
     * A dynamic window, without memory at first; collective. Displacements are those of {@link
     * #address}. MPI-4.1 section 12.2.4.
     *
     * @param info hints: {@code no_locks}, {@code mpi_accumulate_granularity}
     */
    public Win(Info info, Comm comm) throws MPIException {
        this(Creation.dynamic("new Win", info), comm);
    }

    private Win(Creation creation, Comm comm) {
        this.comm = comm;
        base = creation.base;
        info = Info.copyForObject(creation.info);
        core =
                MpiCall.run(
                        creation,
                        creation.call,
                        (rank, wanted) -> rank.windows().open(Comm.core(comm, rank), wanted.spec()),
                        (wanted, e, call) -> MPI.failure(comm, e, call, wanted.toString()));
        tracked = ProgramChecks.created("window");
    }

    /** The arguments of a creation, which are looked at inside the call. */
    private record Creation(
            String call,
            WindowSpec.Flavor flavor,
            Buffer base,
            long size,
            long dispUnit,
            Info info) {
        static Creation ofBuffer(String call, Buffer base, long size, long dispUnit, Info info) {
            return new Creation(call, WindowSpec.Flavor.CREATE, base, size, dispUnit, info);
        }

        static Creation allocated(String call, int flavor, long size, long dispUnit, Info info) {
            WindowSpec.Flavor wanted =
                    flavor == FLAVOR_SHARED ? WindowSpec.Flavor.SHARED : WindowSpec.Flavor.ALLOCATE;
            return new Creation(call, wanted, null, size, dispUnit, info);
        }

        static Creation dynamic(String call, Info info) {
            return new Creation(call, WindowSpec.Flavor.DYNAMIC, null, 0, 1, info);
        }

        WindowSpec spec() {
            if (size < 0 || dispUnit < 1) {
                throw new MpiFailure(
                                size < 0 ? ErrorClass.SIZE : ErrorClass.DISP,
                                "a window has 0 bytes or more, and a displacement unit of 1 or"
                                        + " more")
                        .with("size", size, "displacement unit", dispUnit);
            }
            boolean locks = !isTrue(info, "no_locks");
            long granularity = granularity(info);
            if (flavor != WindowSpec.Flavor.CREATE) {
                return new WindowSpec(flavor, null, size, dispUnit, locks, granularity);
            }
            long element = BufferBinder.elementBytes(base);
            MemorySegment memory = memoryOf(base, Math.multiplyExact(size, element));
            long unit = dispUnit * element;
            return new WindowSpec(flavor, memory, 0, unit, locks, granularity);
        }

        @Override
        public String toString() {
            return ErrorReport.arguments(
                    "base", base, "size", size, "dispUnit", dispUnit, "flavor", flavor.name());
        }
    }

    private static boolean isTrue(Info info, String key) {
        return info != null && !info.isNull() && "true".equals(info.copied().get(key));
    }

    /** Bytes whose updates are locked at once; 0 when they are not more than an item. */
    private static long granularity(Info info) {
        String value =
                info == null || info.isNull() ? null : info.copied().get(ACCUMULATE_GRANULARITY);
        if (value == null) {
            return 0;
        }
        try {
            long bytes = Long.parseLong(value.strip());
            if (bytes >= 0) {
                return bytes > Long.BYTES ? bytes : 0;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw new MpiFailure(ErrorClass.INFO_VALUE, "a granularity is 0 or a number of bytes")
                .with(ACCUMULATE_GRANULARITY, value);
    }

    /** The first bytes of a direct buffer. */
    private static MemorySegment memoryOf(Buffer buffer, long bytes) {
        if (buffer == null && bytes == 0) {
            return MemorySegment.NULL;
        }
        if (buffer == null || !buffer.isDirect() || buffer.isReadOnly()) {
            throw new MpiFailure(ErrorClass.BUFFER, "the memory of a window is a direct buffer")
                    .with("buffer", buffer)
                    .advice("use MPI.newByteBuffer, or Win.allocate");
        }
        MemorySegment memory = MemorySegment.ofBuffer(buffer.duplicate().clear());
        if (bytes > memory.byteSize()) {
            throw new MpiFailure(ErrorClass.SIZE, "the window exceeds the buffer")
                    .with("bytes", bytes, "buffer", memory.byteSize());
        }
        return memory.asSlice(0, bytes);
    }

    /**
     * A window of allocated memory, which ranks of the node access without its owner; collective.
     * MPI-4.1 section 12.2.2.
     *
     * @param size of this process's memory, in bytes
     * @param dispUnit unit of displacements, in bytes
     * @param info hints: {@code no_locks}, {@code mpi_accumulate_granularity}; may be null
     */
    public static Win allocate(long size, int dispUnit, Info info, Comm comm) throws MPIException {
        return new Win(
                Creation.allocated("Win.allocate", FLAVOR_PRIVATE, size, dispUnit, info), comm);
    }

    /**
     * A window of memory that all processes of a node also load and store, one part behind the
     * other; collective. MPI-4.1 section 12.2.3.
     *
     * @param size of this process's part, in bytes
     * @param dispUnit unit of displacements, in bytes
     * @param info hints: {@code no_locks}, {@code mpi_accumulate_granularity}; may be null
     * @param comm whose processes are on one node, as of {@link Intracomm#splitType}
     */
    public static Win allocateShared(long size, int dispUnit, Info info, Comm comm)
            throws MPIException {
        return new Win(
                Creation.allocated("Win.allocateShared", FLAVOR_SHARED, size, dispUnit, info),
                comm);
    }

    /** A call of this window; the calling thread holds the rank. */
    @FunctionalInterface
    private interface Body<R> {
        R run(Rank rank, Window core);
    }

    private <R> R call(String call, Body<R> body) {
        return MpiCall.run(
                this,
                call,
                (rank, win) -> body.run(rank, win.core(rank)),
                (win, e, name) -> win.failure(e, name, ""));
    }

    private MPIException failure(MpiFailure failure, String call, String arguments) {
        ErrorHandling.Handling handling =
                new ErrorHandling.Handling(this, ErrorHandling.responsible(comm), handler);
        return ErrorHandling.raise(handling, failure, "Win." + call, arguments, MPI.rank);
    }

    private Window core(Rank rank) {
        if (core == null || !core.isUsable() || !core.isOf(rank.world().services())) {
            throw new MpiFailure(ErrorClass.WIN, "the window was freed")
                    .with("name", name)
                    .advice("free it after its last use");
        }
        return core;
    }

    /**
     * Attaches memory to a dynamic window. MPI-4.1 section 12.2.4.
     *
     * @param base a direct buffer
     * @param size of the memory, in elements of the buffer
     */
    public void attach(Buffer base, int size) throws MPIException {
        call(
                "attach",
                (rank, window) -> {
                    long bytes = (long) size * BufferBinder.elementBytes(base);
                    window.attach(memoryOf(base, bytes));
                    return null;
                });
    }

    /** Detaches a buffer that was attached. MPI-4.1 section 12.2.4. */
    public void detach(Buffer base) throws MPIException {
        call(
                "detach",
                (rank, window) -> {
                    window.detach(memoryOf(base, 0));
                    return null;
                });
    }

    /**
     * The displacement of a direct buffer in a dynamic window, which its owner sends to others. As
     * {@code MPI_Get_address}, MPI-4.1 section 5.1.5.
     */
    public static long address(Buffer base) throws MPIException {
        try {
            return memoryOf(base, 0).address();
        } catch (MpiFailure e) {
            throw MPI.failure(e, "Win.address", ErrorReport.arguments("base", base));
        }
    }

    /**
     * This process's memory; null in a dynamic window. Of allocated memory a buffer in native byte
     * order, which must not be used after {@link #free}. MPI-4.1 section 12.2.6.
     */
    public Buffer getBase() throws MPIException {
        return base != null ? base : call("getBase", (rank, win) -> bufferOf(win.memory()));
    }

    /**
     * The memory of a process of a shared window, to load and store. MPI-4.1 section 12.2.3.
     *
     * @param rank {@code MPI.PROC_NULL} stands for the first with memory
     * @return a buffer in native byte order
     */
    public ByteBuffer sharedQuery(int rank) throws MPIException {
        return call("sharedQuery", (_, win) -> bufferOf(win.sharedMemory(rank)));
    }

    private static ByteBuffer bufferOf(MemorySegment memory) {
        return memory == null ? null : memory.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    /** The processes of the window, as a group to be freed. MPI-4.1 section 12.2.6. */
    public Group getGroup() throws MPIException {
        return call("getGroup", (rank, win) -> new Group(win.group()));
    }

    /** Copies items to a target. MPI-4.1 section 12.3.1. */
    public void put(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        put(
                origin,
                (long) orgCount,
                orgType,
                targetRank,
                (long) targetDisp,
                (long) targetCount,
                targetType);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.1. */
    public void put(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType)
            throws MPIException {
        Rank current = MPI.enter();
        WindowArguments arguments = arguments();
        try {
            arguments.from(origin, orgCount, orgType);
            arguments.to(targetRank, targetDisp, targetCount, targetType);
            core(current).accesses().put(arguments.origin, arguments.target, false);
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), "put", arguments.toString());
        } finally {
            idle = arguments;
            current.gate().exit();
        }
    }

    /** Copies items from a target. MPI-4.1 section 12.3.2. */
    public void get(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        get(
                origin,
                (long) orgCount,
                orgType,
                targetRank,
                (long) targetDisp,
                (long) targetCount,
                targetType);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.2. */
    public void get(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType)
            throws MPIException {
        Rank current = MPI.enter();
        WindowArguments arguments = arguments();
        try {
            arguments.from(origin, orgCount, orgType);
            arguments.to(targetRank, targetDisp, targetCount, targetType);
            core(current).accesses().get(arguments.origin, arguments.target, false);
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), "get", arguments.toString());
        } finally {
            idle = arguments;
            current.gate().exit();
        }
    }

    /**
     * Arguments to fill in, which the caller gives back as idle. The calling thread holds the rank.
     */
    private WindowArguments arguments() {
        WindowArguments found = idle;
        idle = null;
        return found != null ? found : new WindowArguments();
    }

    /** Updates items of a target with a predefined operation. MPI-4.1 section 12.3.4. */
    public void accumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        accumulate(
                origin,
                (long) orgCount,
                orgType,
                targetRank,
                (long) targetDisp,
                (long) targetCount,
                targetType,
                op);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.4. */
    public void accumulate(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        Rank current = MPI.enter();
        WindowArguments arguments = arguments();
        try {
            arguments.from(origin, orgCount, orgType, op);
            arguments.to(targetRank, targetDisp, targetCount, targetType);
            core(current)
                    .accesses()
                    .update(arguments.origin, null, arguments.target, Op.core(op, true), false);
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), "accumulate", arguments.toString());
        } finally {
            idle = arguments;
            current.gate().exit();
        }
    }

    /** An access of this window with its arguments. */
    @FunctionalInterface
    private interface Accessing {
        CommRequest run(WindowAccesses core, WindowArguments arguments);
    }

    private Request tracked(String call, Accessing body) {
        return run(call, body, true);
    }

    private void untracked(String call, Accessing body) {
        run(call, body, false);
    }

    private Request run(String call, Accessing body, boolean tracked) {
        Rank current = MPI.enter();
        WindowArguments arguments = arguments();
        try {
            CommRequest request = body.run(core(current).accesses(), arguments);
            return tracked ? new Request(comm, "Win." + call, request, null) : null;
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), call, arguments.toString());
        } finally {
            idle = arguments;
            current.gate().exit();
        }
    }

    /** Updates items of a target, and gets them as they were before. MPI-4.1 section 12.3.4. */
    public void getAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        getAccumulate(
                origin,
                (long) orgCount,
                orgType,
                resultAddr,
                (long) resultCount,
                resultType,
                targetRank,
                (long) targetDisp,
                (long) targetCount,
                targetType,
                op);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.4. */
    public void getAccumulate(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            Buffer resultAddr,
            long resultCount,
            Datatype resultType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        Rank current = MPI.enter();
        WindowArguments arguments = arguments();
        try {
            arguments.from(origin, orgCount, orgType, op);
            arguments.result(resultAddr, resultCount, resultType);
            arguments.to(targetRank, targetDisp, targetCount, targetType);
            core(current)
                    .accesses()
                    .update(
                            arguments.origin,
                            arguments.result,
                            arguments.target,
                            Op.core(op, true),
                            false);
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), "getAccumulate", arguments.toString());
        } finally {
            idle = arguments;
            current.gate().exit();
        }
    }

    /**
     * Updates one item of a target, and gets it as it was before. MPI-4.1 section 12.3.4.
     *
     * @param dataType predefined
     */
    public void fetchAndOp(
            Buffer origin,
            Buffer resultAddr,
            Datatype dataType,
            int targetRank,
            int targetDisp,
            Op op)
            throws MPIException {
        fetchAndOp(origin, resultAddr, dataType, targetRank, (long) targetDisp, op);
    }

    /** As the other form, with a large displacement. MPI-4.1 section 12.3.4. */
    public void fetchAndOp(
            Buffer origin,
            Buffer resultAddr,
            Datatype dataType,
            int targetRank,
            long targetDisp,
            Op op)
            throws MPIException {
        Rank current = MPI.enter();
        WindowArguments arguments = arguments();
        try {
            arguments.from(origin, 1, dataType, op);
            arguments.result(resultAddr, 1, dataType);
            arguments.to(targetRank, targetDisp, 1, dataType);
            arguments.checkPredefined();
            core(current)
                    .accesses()
                    .update(
                            arguments.origin,
                            arguments.result,
                            arguments.target,
                            Op.core(op, true),
                            false);
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), "fetchAndOp", arguments.toString());
        } finally {
            idle = arguments;
            current.gate().exit();
        }
    }

    /**
     * Replaces an item of a target if it equals another, and gets it as it was before. MPI-4.1
     * section 12.3.4.
     *
     * @param origin the new item
     * @param compareAddr what the item is compared with
     * @param targetType an integer type, {@code MPI.BYTE} or {@code MPI.BOOLEAN}
     */
    public void compareAndSwap(
            Buffer origin,
            Buffer compareAddr,
            Buffer resultAddr,
            Datatype targetType,
            int targetRank,
            int targetDisp)
            throws MPIException {
        compareAndSwap(origin, compareAddr, resultAddr, targetType, targetRank, (long) targetDisp);
    }

    /** As the other form, with a large displacement. MPI-4.1 section 12.3.4. */
    public void compareAndSwap(
            Buffer origin,
            Buffer compareAddr,
            Buffer resultAddr,
            Datatype targetType,
            int targetRank,
            long targetDisp)
            throws MPIException {
        Rank current = MPI.enter();
        WindowArguments arguments = arguments();
        try {
            arguments.from(origin, 1, targetType);
            arguments.compare(compareAddr, 0, targetType);
            arguments.result(resultAddr, 1, targetType);
            arguments.to(targetRank, targetDisp, 1, targetType);
            core(current)
                    .accesses()
                    .compareAndSwap(
                            arguments.origin,
                            arguments.compare,
                            arguments.result,
                            arguments.target);
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), "compareAndSwap", arguments.toString());
        } finally {
            idle = arguments;
            current.gate().exit();
        }
    }

    /** As {@link #put}, with a request, of a locked target. MPI-4.1 section 12.3.5. */
    public final Request rPut(
            Buffer origin_addr,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            int target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        return rPut(
                origin_addr,
                (long) origin_count,
                origin_datatype,
                target_rank,
                (long) target_disp,
                (long) target_count,
                target_datatype);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.5. */
    public Request rPut(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType)
            throws MPIException {
        return tracked(
                "rPut",
                (accesses, arguments) -> {
                    arguments.from(origin, orgCount, orgType);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.put(arguments.origin, arguments.target, true);
                });
    }

    /** As {@link #get}, with a request, of a locked target. MPI-4.1 section 12.3.5. */
    public final Request rGet(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        return rGet(
                origin,
                (long) orgCount,
                orgType,
                targetRank,
                (long) targetDisp,
                (long) targetCount,
                targetType);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.5. */
    public Request rGet(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType)
            throws MPIException {
        return tracked(
                "rGet",
                (accesses, arguments) -> {
                    arguments.from(origin, orgCount, orgType);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.get(arguments.origin, arguments.target, true);
                });
    }

    /** As {@link #accumulate}, with a request, of a locked target. MPI-4.1 section 12.3.5. */
    public Request rAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return rAccumulate(
                origin,
                (long) orgCount,
                orgType,
                targetRank,
                (long) targetDisp,
                (long) targetCount,
                targetType,
                op);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.5. */
    public Request rAccumulate(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return tracked(
                "rAccumulate",
                (accesses, arguments) -> {
                    arguments.from(origin, orgCount, orgType, op);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.update(
                            arguments.origin, null, arguments.target, Op.core(op, true), true);
                });
    }

    /** As {@link #getAccumulate}, with a request, of a locked target. MPI-4.1 section 12.3.5. */
    public Request rGetAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return rGetAccumulate(
                origin,
                (long) orgCount,
                orgType,
                resultAddr,
                (long) resultCount,
                resultType,
                targetRank,
                (long) targetDisp,
                (long) targetCount,
                targetType,
                op);
    }

    /** As the other form, with large counts. MPI-4.1 section 12.3.5. */
    public Request rGetAccumulate(
            Buffer origin,
            long orgCount,
            Datatype orgType,
            Buffer resultAddr,
            long resultCount,
            Datatype resultType,
            int targetRank,
            long targetDisp,
            long targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return tracked(
                "rGetAccumulate",
                (accesses, arguments) -> {
                    arguments.from(origin, orgCount, orgType, op);
                    arguments.result(resultAddr, resultCount, resultType);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.update(
                            arguments.origin,
                            arguments.result,
                            arguments.target,
                            Op.core(op, true),
                            true);
                });
    }

    /** A synchronisation call of this window. */
    @FunctionalInterface
    private interface Synchronising {
        void run(WindowEpochs epochs);
    }

    private void epochs(String call, Synchronising body) {
        Rank current = MPI.enter();
        try {
            body.run(core(current).epochs());
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), call, "");
        } finally {
            current.gate().exit();
        }
    }

    private static boolean has(int assertion, int flag) {
        int known =
                MPI.MODE_NOCHECK
                        | MPI.MODE_NOPRECEDE
                        | MPI.MODE_NOPUT
                        | MPI.MODE_NOSTORE
                        | MPI.MODE_NOSUCCEED;
        if ((assertion & ~known) != 0) {
            throw new MpiFailure(ErrorClass.ASSERT, "an assertion is 0 or a sum of MPI.MODE_*")
                    .with("assertion", assertion);
        }
        return (assertion & flag) != 0;
    }

    /**
     * Completes all accesses, and begins the next epoch; collective. MPI-4.1 section 12.5.1.
     *
     * @param assertion 0 or a sum of {@code MPI.MODE_NOSTORE}, {@code MODE_NOPUT}, {@code
     *     MODE_NOPRECEDE} and {@code MODE_NOSUCCEED}; after the last no access may follow
     */
    public void fence(int assertion) throws MPIException {
        epochs("fence", epochs -> epochs.fence(!has(assertion, MPI.MODE_NOSUCCEED)));
    }

    /**
     * Begins an access epoch for the members of a group, after they have posted. MPI-4.1 section
     * 12.5.2.
     *
     * @param assertion 0 or {@code MPI.MODE_NOCHECK}: all have posted, with the same assertion
     */
    public void start(Group group, int assertion) throws MPIException {
        epochs(
                "start",
                epochs -> epochs.start(Group.core(group), has(assertion, MPI.MODE_NOCHECK)));
    }

    /** Completes all accesses since {@link #start}. MPI-4.1 section 12.5.2. */
    public void complete() throws MPIException {
        epochs("complete", WindowEpochs::complete);
    }

    /**
     * Begins an exposure epoch for the members of a group. MPI-4.1 section 12.5.2.
     *
     * @param assertion 0 or a sum of {@code MPI.MODE_NOCHECK}, {@code MODE_NOSTORE} and {@code
     *     MODE_NOPUT}
     */
    public void post(Group group, int assertion) throws MPIException {
        epochs("post", epochs -> epochs.post(Group.core(group), has(assertion, MPI.MODE_NOCHECK)));
    }

    /** Waits for the end of the exposure epoch. MPI-4.1 section 12.5.2. */
    public void waitFor() throws MPIException {
        epochs("waitFor", WindowEpochs::waitFor);
    }

    /** Whether the exposure epoch has ended; it ends as by {@link #waitFor}. MPI-4.1 12.5.2. */
    public boolean test() throws MPIException {
        return call("test", (rank, win) -> win.epochs().test());
    }

    /**
     * Begins an access epoch for a target, whose lock is taken. MPI-4.1 section 12.5.3.
     *
     * @param lockType {@code MPI.LOCK_EXCLUSIVE} or {@code MPI.LOCK_SHARED}
     * @param assertion 0 or {@code MPI.MODE_NOCHECK}
     */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        epochs("lock", epochs -> lock(epochs, lockType, rank, assertion));
    }

    private static void lock(WindowEpochs epochs, int lockType, int rank, int assertion) {
        if (lockType != MPI.LOCK_EXCLUSIVE && lockType != MPI.LOCK_SHARED) {
            throw new MpiFailure(ErrorClass.LOCKTYPE, "no such type of lock")
                    .with("type", lockType)
                    .advice("use MPI.LOCK_EXCLUSIVE or MPI.LOCK_SHARED");
        }
        has(assertion, MPI.MODE_NOCHECK);
        epochs.lock(lockType == MPI.LOCK_EXCLUSIVE, rank);
    }

    /** Completes all accesses to a target, and gives its lock up. MPI-4.1 section 12.5.3. */
    public void unlock(int rank) throws MPIException {
        epochs("unlock", epochs -> epochs.unlock(rank));
    }

    /**
     * Begins an access epoch for all targets, with shared locks. MPI-4.1 section 12.5.3.
     *
     * @param assertion 0 or {@code MPI.MODE_NOCHECK}
     */
    public void lockAll(int assertion) throws MPIException {
        epochs("lockAll", epochs -> lockAll(epochs, assertion));
    }

    private static void lockAll(WindowEpochs epochs, int assertion) {
        has(assertion, MPI.MODE_NOCHECK);
        epochs.lockAll();
    }

    /** Ends the epoch of {@link #lockAll}. MPI-4.1 section 12.5.3. */
    public void unlockAll() throws MPIException {
        epochs("unlockAll", WindowEpochs::unlockAll);
    }

    /**
     * Makes the stores of processes to the memory visible to each other. MPI-4.1 section 12.5.4.
     */
    public void sync() throws MPIException {
        epochs("sync", WindowEpochs::sync);
    }

    /** Waits until all accesses to a locked target are complete there. MPI-4.1 section 12.5.4. */
    public void flush(int targetRank) throws MPIException {
        Rank current = MPI.enter();
        try {
            core(current).epochs().flush("Win.flush", targetRank);
        } catch (RuntimeException | Error e) {
            throw failure(MpiFailure.of(e), "flush", ErrorReport.arguments("rank", targetRank));
        } finally {
            current.gate().exit();
        }
    }

    /** As {@link #flush} of all targets. MPI-4.1 section 12.5.4. */
    public void flushAll() throws MPIException {
        epochs("flushAll", epochs -> epochs.flushAll("Win.flushAll"));
    }

    /** Waits until buffers of accesses to a locked target may be used. MPI-4.1 section 12.5.4. */
    public void flushLocal(int targetRank) throws MPIException {
        epochs("flushLocal", epochs -> epochs.flush("Win.flushLocal", targetRank));
    }

    /** As {@link #flushLocal} of all targets. MPI-4.1 section 12.5.4. */
    public void flushLocalAll() throws MPIException {
        epochs("flushLocalAll", epochs -> epochs.flushAll("Win.flushLocalAll"));
    }

    /** A new error handler that calls a function. MPI-4.1 section 9.3.2. */
    public static Errhandler createErrhandler(ErrhandlerFunction<Win> function)
            throws MPIException {
        if (function == null) {
            throw MPI.failure(
                    new MpiFailure(ErrorClass.ARG, "the function is null"),
                    "Win.createErrhandler",
                    "");
        }
        return new Errhandler(
                "of the program", (win, code, message) -> function.call((Win) win, code, message));
    }

    /** Sets the error handler. MPI-4.1 section 9.3.2. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        call(
                "setErrhandler",
                (rank, win) -> {
                    if (errhandler == null || errhandler.isNull()) {
                        throw new MpiFailure(
                                ErrorClass.ARG, "the error handler is null or was freed");
                    }
                    handler = errhandler;
                    return null;
                });
    }

    /** The error handler. MPI-4.1 section 9.3.2. */
    public Errhandler getErrhandler() throws MPIException {
        return call("getErrhandler", (rank, win) -> handler);
    }

    /** Calls the error handler with a code. MPI-4.1 section 9.3.2. */
    public void callErrhandler(int errorCode) throws MPIException {
        Errhandler current = getErrhandler();
        if (current.function() != null) {
            current.function()
                    .call(this, errorCode, "raised by the program: errorCode=" + errorCode);
        } else if (current.isFatal()) {
            throw failure(
                    new MpiFailure(ErrorReport.errorClass(errorCode), "raised by the program"),
                    "callErrhandler",
                    "errorCode=" + errorCode);
        }
    }

    /** A new key for attributes, whose values are kept as serialised copies. MPI-4.1 7.7.3. */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.WIN);
    }

    /**
     * A new key for attributes, whose values are kept as they are. MPI-4.1 section 7.7.3.
     *
     * @param copy never called, because windows are not duplicated
     * @param delete called when a value is deleted; may be null
     */
    public static int createKeyval(AttributeCopy<Win> copy, AttributeDelete<Win> delete)
            throws MPIException {
        return Keyval.create(
                Keyval.Kind.WIN,
                null,
                delete == null ? null : (win, key, value) -> delete.delete((Win) win, key, value));
    }

    /** Gives a key back; it still works for values that are set. MPI-4.1 section 7.7.3. */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.WIN, "Win.freeKeyval", keyval);
    }

    /** Sets an attribute. MPI-4.1 section 7.7.3. */
    public void setAttr(int keyval, Object value) throws MPIException {
        attributes.set(this, "Win.setAttr", keyval, value);
    }

    /**
     * An attribute: of {@code MPI.WIN_BASE} the memory as {@link #getBase}, of {@code WIN_SIZE} its
     * bytes, of {@code WIN_DISP_UNIT} the displacement unit in bytes; null if it is not set.
     * MPI-4.1 sections 7.7.3 and 12.2.6.
     */
    public Object getAttr(int keyval) throws MPIException {
        return switch (keyval) {
            case MPI.WIN_BASE -> getBase();
            case MPI.WIN_SIZE -> call("getAttr", (rank, win) -> sizeOf(win));
            case MPI.WIN_DISP_UNIT -> call("getAttr", (rank, win) -> (int) win.spec().unit());
            default -> attributes.get(this, "Win.getAttr", keyval);
        };
    }

    private static Object sizeOf(Window window) {
        MemorySegment memory = window.memory();
        return memory == null ? 0L : memory.byteSize();
    }

    /** Deletes an attribute. MPI-4.1 section 7.7.3. */
    public void deleteAttr(int keyval) throws MPIException {
        attributes.delete(this, "Win.deleteAttr", keyval);
    }

    /**
     * Frees the window, after all accesses are complete; collective. Its memory stays the
     * program's, unless it was allocated with the window. MPI-4.1 section 12.2.5.
     */
    @Override
    public void free() throws MPIException {
        free("free");
    }

    private void free(String call) {
        attributes.deleteAll(this);
        call(
                call,
                (rank, win) -> {
                    win.free();
                    ProgramChecks.freed(tracked);
                    return null;
                });
    }

    /** Whether it was freed. MPI-4.1 section 12.2.5. */
    public boolean isNull() {
        return core == null || !core.isUsable();
    }

    /** The hints in use, with the values that hold. MPI-4.1 section 12.2.7. */
    public Info getInfo() throws MPIException {
        return call(
                "getInfo",
                (rank, win) -> {
                    Info copy = new Info();
                    copy.setAll(info);
                    copy.addTo(values -> describe(win, values));
                    return copy;
                });
    }

    private static void describe(Window window, Map<String, String> values) {
        values.put("no_locks", Boolean.toString(!window.spec().locks()));
        values.put("accumulate_ordering", "rar,raw,war,waw");
        values.put("accumulate_ops", "same_op_no_op");
        values.putIfAbsent(ACCUMULATE_GRANULARITY, "0");
        values.put("same_size", Boolean.toString(window.hasSameSizes()));
        values.put("same_disp_unit", Boolean.toString(window.hasSameUnits()));
    }

    /** Sets hints, of which none changes a window that exists. MPI-4.1 section 12.2.7. */
    public void setInfo(Info newInfo) throws MPIException {
        call(
                "setInfo",
                (rank, win) -> {
                    Info.checkGiven(newInfo);
                    info.setAll(newInfo);
                    return null;
                });
    }

    /** Its name; empty at first. MPI-4.1 section 7.8. */
    public String getName() throws MPIException {
        return call("getName", (rank, win) -> name);
    }

    /** Sets its name. MPI-4.1 section 7.8. */
    public void setName(String name) throws MPIException {
        call(
                "setName",
                (rank, win) -> {
                    this.name = name == null ? "" : name;
                    return null;
                });
    }

    /** As {@link #put}, of arrays too, from an offset in elements on. MPI-4.1 section 12.3.1. */
    public void Put(
            Object origin,
            int offset,
            int count,
            Datatype type,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        untracked(
                "Put",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.put(arguments.origin, arguments.target, false);
                });
    }

    /** As {@link #get}, of arrays too, from an offset in elements on. MPI-4.1 section 12.3.2. */
    public void Get(
            Object origin,
            int offset,
            int count,
            Datatype type,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        untracked(
                "Get",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.get(arguments.origin, arguments.target, false);
                });
    }

    /**
     * As {@link #accumulate}, of arrays too, from an offset in elements on. MPI-4.1 section 12.3.4.
     */
    public void Accumulate(
            Object origin,
            int offset,
            int count,
            Datatype type,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        untracked(
                "Accumulate",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type, op);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.update(
                            arguments.origin, null, arguments.target, Op.core(op, false), false);
                });
    }

    /**
     * As {@link #getAccumulate}, of arrays too, from an offset in elements on. MPI-4.1 section
     * 12.3.4.
     */
    public void Get_accumulate(
            Object origin,
            int offset,
            int count,
            Datatype type,
            Object result,
            int resultOffset,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        untracked(
                "Get_accumulate",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type, op);
                    arguments.result(result, resultOffset, resultCount, resultType);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.update(
                            arguments.origin,
                            arguments.result,
                            arguments.target,
                            Op.core(op, false),
                            false);
                });
    }

    /** As {@link #rPut}, of arrays too, from an offset in elements on. MPI-4.1 section 12.3.5. */
    public Request Rput(
            Object origin,
            int offset,
            int count,
            Datatype type,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        return tracked(
                "Rput",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.put(arguments.origin, arguments.target, true);
                });
    }

    /** As {@link #rGet}, of arrays too, from an offset in elements on. MPI-4.1 section 12.3.5. */
    public Request Rget(
            Object origin,
            int offset,
            int count,
            Datatype type,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        return tracked(
                "Rget",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.get(arguments.origin, arguments.target, true);
                });
    }

    /**
     * As {@link #rAccumulate}, of arrays too, from an offset in elements on. MPI-4.1 section
     * 12.3.5.
     */
    public Request Raccumulate(
            Object origin,
            int offset,
            int count,
            Datatype type,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return tracked(
                "Raccumulate",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type, op);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.update(
                            arguments.origin, null, arguments.target, Op.core(op, false), true);
                });
    }

    /**
     * As {@link #rGetAccumulate}, of arrays too, from an offset in elements on. MPI-4.1 section
     * 12.3.5.
     */
    public Request Rget_accumulate(
            Object origin,
            int offset,
            int count,
            Datatype type,
            Object result,
            int resultOffset,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return tracked(
                "Rget_accumulate",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, count, type, op);
                    arguments.result(result, resultOffset, resultCount, resultType);
                    arguments.to(targetRank, targetDisp, targetCount, targetType);
                    return accesses.update(
                            arguments.origin,
                            arguments.result,
                            arguments.target,
                            Op.core(op, false),
                            true);
                });
    }

    /** As {@link #fetchAndOp}, of arrays too. MPI-4.1 section 12.3.4. */
    public void Fetch_and_op(
            Object origin,
            int offset,
            Object result,
            int resultOffset,
            Datatype type,
            int targetRank,
            int targetDisp,
            Op op)
            throws MPIException {
        untracked(
                "Fetch_and_op",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, 1, type, op);
                    arguments.result(result, resultOffset, 1, type);
                    arguments.to(targetRank, targetDisp, 1, type);
                    arguments.checkPredefined();
                    return accesses.update(
                            arguments.origin,
                            arguments.result,
                            arguments.target,
                            Op.core(op, false),
                            false);
                });
    }

    /** As {@link #compareAndSwap}, of arrays too. MPI-4.1 section 12.3.4. */
    public void Compare_and_swap(
            Object origin,
            int offset,
            Object compare,
            int compareOffset,
            Object result,
            int resultOffset,
            Datatype type,
            int targetRank,
            int targetDisp)
            throws MPIException {
        untracked(
                "Compare_and_swap",
                (accesses, arguments) -> {
                    arguments.from(origin, offset, 1, type);
                    arguments.compare(compare, compareOffset, type);
                    arguments.result(result, resultOffset, 1, type);
                    arguments.to(targetRank, targetDisp, 1, type);
                    accesses.compareAndSwap(
                            arguments.origin,
                            arguments.compare,
                            arguments.result,
                            arguments.target);
                    return null;
                });
    }

    /** As {@link #fence}. MPI-4.1 section 12.5.1. */
    public void Fence(int assertion) throws MPIException {
        epochs("Fence", epochs -> epochs.fence(!has(assertion, MPI.MODE_NOSUCCEED)));
    }

    /** As {@link #start}. MPI-4.1 section 12.5.2. */
    public void Start(Group group, int assertion) throws MPIException {
        epochs(
                "Start",
                epochs -> epochs.start(Group.core(group), has(assertion, MPI.MODE_NOCHECK)));
    }

    /** As {@link #complete}. MPI-4.1 section 12.5.2. */
    public void Complete() throws MPIException {
        epochs("Complete", WindowEpochs::complete);
    }

    /** As {@link #post}. MPI-4.1 section 12.5.2. */
    public void Post(Group group, int assertion) throws MPIException {
        epochs("Post", epochs -> epochs.post(Group.core(group), has(assertion, MPI.MODE_NOCHECK)));
    }

    /** As {@link #waitFor}. MPI-4.1 section 12.5.2. */
    public void Wait() throws MPIException {
        epochs("Wait", WindowEpochs::waitFor);
    }

    /** As {@link #lock}. MPI-4.1 section 12.5.3. */
    public void Lock(int lockType, int rank, int assertion) throws MPIException {
        epochs("Lock", epochs -> lock(epochs, lockType, rank, assertion));
    }

    /** As {@link #unlock}. MPI-4.1 section 12.5.3. */
    public void Unlock(int rank) throws MPIException {
        epochs("Unlock", epochs -> epochs.unlock(rank));
    }

    /** As {@link #lockAll}. MPI-4.1 section 12.5.3. */
    public void Lock_all(int assertion) throws MPIException {
        epochs("Lock_all", epochs -> lockAll(epochs, assertion));
    }

    /** As {@link #unlockAll}. MPI-4.1 section 12.5.3. */
    public void Unlock_all() throws MPIException {
        epochs("Unlock_all", WindowEpochs::unlockAll);
    }

    /** As {@link #flush}. MPI-4.1 section 12.5.4. */
    public void Flush(int targetRank) throws MPIException {
        epochs("Flush", epochs -> epochs.flush("Win.flush", targetRank));
    }

    /** As {@link #flushAll}. MPI-4.1 section 12.5.4. */
    public void Flush_all() throws MPIException {
        epochs("Flush_all", epochs -> epochs.flushAll("Win.flushAll"));
    }

    /** As {@link #flushLocal}. MPI-4.1 section 12.5.4. */
    public void Flush_local(int targetRank) throws MPIException {
        epochs("Flush_local", epochs -> epochs.flush("Win.flushLocal", targetRank));
    }

    /** As {@link #flushLocalAll}. MPI-4.1 section 12.5.4. */
    public void Flush_local_all() throws MPIException {
        epochs("Flush_local_all", epochs -> epochs.flushAll("Win.flushLocalAll"));
    }

    /** As {@link #sync}. MPI-4.1 section 12.5.4. */
    public void Sync() throws MPIException {
        epochs("Sync", WindowEpochs::sync);
    }

    /** As {@link #test}. MPI-4.1 section 12.5.2. */
    public boolean Test() throws MPIException {
        return call("Test", (rank, win) -> win.epochs().test());
    }

    /** As {@link #free}. MPI-4.1 section 12.2.5. */
    public void Free() throws MPIException {
        free("Free");
    }
}
