package musubi.verbs.work;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.memory.ScatterGatherList;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * One operation for the send queue, made by a factory and refined by methods that change it and
 * return it. {@link musubi.verbs.adapter.QueuePair#postSend} copies it, so the same object may be
 * changed and posted again at once. The memory that it names belongs to the adapter until the
 * request's completion, or for an unsignalled request until the completion of a later signalled one
 * on the same queue pair; retransmission reads it again. Used by one thread. Verbs: {@code struct
 * ibv_send_wr}.
 */
public class SendWorkRequest implements WorkRequest {
    private long id;
    private WorkOpcode opcode;
    private final ScatterGatherList pieces;
    private long remoteAddress;
    private int remoteKey;
    private long compareOrAdd;
    private long swap;
    private int immediate;
    private boolean signalled = true;
    private boolean fenced;
    private MemorySegment inlineSource;
    private AddressHandle target;

    /** An empty request that {@link #copyFrom} fills in, with room for a number of pieces. */
    protected SendWorkRequest(int entries) {
        opcode = WorkOpcode.SEND;
        pieces = new ScatterGatherList(entries);
    }

    private SendWorkRequest(long id, WorkOpcode opcode, List<ScatterGatherEntry> entries) {
        this.id = id;
        this.opcode = opcode;
        pieces = ScatterGatherList.of(entries);
    }

    /** A message from the given pieces. Verbs: {@code IBV_WR_SEND}. */
    public static SendWorkRequest send(long id, ScatterGatherEntry... entries) {
        return new SendWorkRequest(id, WorkOpcode.SEND, List.of(entries));
    }

    /** A write to the peer's memory. Verbs: {@code IBV_WR_RDMA_WRITE}. */
    public static SendWorkRequest rdmaWrite(
            long id, long remoteAddress, int remoteKey, ScatterGatherEntry... entries) {
        return new SendWorkRequest(id, WorkOpcode.RDMA_WRITE, List.of(entries))
                .remote(remoteAddress, remoteKey);
    }

    /** A read of as many bytes as the pieces hold. Verbs: {@code IBV_WR_RDMA_READ}. */
    public static SendWorkRequest rdmaRead(
            long id, long remoteAddress, int remoteKey, ScatterGatherEntry... entries) {
        return new SendWorkRequest(id, WorkOpcode.RDMA_READ, List.of(entries))
                .remote(remoteAddress, remoteKey);
    }

    /**
     * Compare-and-swap of the 8 aligned bytes at the operand's address; the old value, in the
     * machine's byte order, goes to the 8 bytes of {@code result}. Verbs: {@code
     * IBV_WR_ATOMIC_CMP_AND_SWP}.
     */
    public static SendWorkRequest compareAndSwap(
            long id, RemoteOperand operand, ScatterGatherEntry result) {
        return new SendWorkRequest(id, WorkOpcode.COMPARE_AND_SWAP, List.of(result))
                .operand(operand);
    }

    /**
     * Fetch-and-add on the 8 aligned bytes at the operand's address; the old value, in the
     * machine's byte order, goes to the 8 bytes of {@code result}. Verbs: {@code
     * IBV_WR_ATOMIC_FETCH_AND_ADD}.
     */
    public static SendWorkRequest fetchAndAdd(
            long id, RemoteOperand operand, ScatterGatherEntry result) {
        return new SendWorkRequest(id, WorkOpcode.FETCH_AND_ADD, List.of(result)).operand(operand);
    }

    /** Sets the poster's number, and returns this. */
    public SendWorkRequest id(long value) {
        id = value;
        return this;
    }

    /** Names one piece of local memory instead of those before, and returns this. */
    public SendWorkRequest piece(long address, int lengthBytes, int localKey) {
        inlineSource = null;
        pieces.clear();
        pieces.add(address, lengthBytes, localKey);
        return this;
    }

    /** Sets the far side of a write or read, and returns this. */
    public SendWorkRequest remote(long address, int key) {
        remoteAddress = address;
        remoteKey = key;
        return this;
    }

    /**
     * Sets 32 bits for the peer's completion, and returns this; a write then consumes a receive.
     * Throws {@code ERR_ARG} for reads and atomics. Verbs: {@code imm_data}.
     */
    public SendWorkRequest withImmediate(int value) {
        opcode =
                switch (opcode) {
                    case SEND, SEND_WITH_IMMEDIATE -> WorkOpcode.SEND_WITH_IMMEDIATE;
                    case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE ->
                            WorkOpcode.RDMA_WRITE_WITH_IMMEDIATE;
                    case RDMA_READ, COMPARE_AND_SWAP, FETCH_AND_ADD ->
                            throw refused("an immediate value", "a send or a write");
                };
        immediate = value;
        return this;
    }

    /**
     * Suppresses the completion of a success, and returns this. An error still generates one.
     * Ignored by a queue pair made with {@code signalAll}. Verbs: no {@code IBV_SEND_SIGNALED}.
     */
    public SendWorkRequest unsignalled() {
        return signalled(false);
    }

    /** Sets whether success generates a completion, and returns this. */
    public SendWorkRequest signalled(boolean value) {
        signalled = value;
        return this;
    }

    /** Delays its start until all earlier reads and atomics are complete, and returns this. */
    public SendWorkRequest fenced() {
        fenced = true;
        return this;
    }

    /**
     * Takes the data from {@code source} when it is posted, so that the memory may be reused after
     * the post and needs no key, and returns this. Replaces the pieces. Throws {@code ERR_ARG} for
     * reads and atomics; the limit of the queue pair is checked by the post. Verbs: {@code
     * IBV_SEND_INLINE}.
     */
    public SendWorkRequest inline(MemorySegment source) {
        if (opcode.returnsData()) {
            throw refused("inline data", "a send or a write");
        }
        pieces.clear();
        inlineSource = source;
        return this;
    }

    /**
     * Sets where a dynamically connected initiator sends it, and returns this. Reliable connections
     * ignore it. Verbs: {@code mlx5dv_wr_set_dc_addr}.
     */
    public SendWorkRequest to(AddressHandle handle) {
        target = handle;
        return this;
    }

    /** Takes all of another request but its inline data. */
    protected final void copyFrom(SendWorkRequest other) {
        id = other.id;
        opcode = other.opcode;
        pieces.copyFrom(other.pieces);
        remoteAddress = other.remoteAddress;
        remoteKey = other.remoteKey;
        compareOrAdd = other.compareOrAdd;
        swap = other.swap;
        immediate = other.immediate;
        signalled = other.signalled;
        fenced = other.fenced;
        target = other.target;
    }

    private SendWorkRequest operand(RemoteOperand operand) {
        compareOrAdd = operand.compareOrAdd();
        swap = operand.swap();
        return remote(operand.address(), operand.remoteKey());
    }

    private MpiFailure refused(String what, String where) {
        return new MpiFailure(ErrorClass.ARG, "work request cannot take " + what)
                .with("id", id)
                .with("opcode", opcode)
                .advice("use it with " + where);
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public ScatterGatherList pieces() {
        return pieces;
    }

    /** What the request does. */
    public WorkOpcode opcode() {
        return opcode;
    }

    /** The 32 bits for the peer's completion; 0 if there are none. */
    public int immediate() {
        return immediate;
    }

    /** Whether success makes a completion. */
    public boolean isSignalled() {
        return signalled;
    }

    /** Whether earlier reads and atomics must be complete first. */
    public boolean isFenced() {
        return fenced;
    }

    public long remoteAddress() {
        return remoteAddress;
    }

    public int remoteKey() {
        return remoteKey;
    }

    public long compareOrAdd() {
        return compareOrAdd;
    }

    public long swap() {
        return swap;
    }

    /** Memory of {@link #inline}, or null. */
    public MemorySegment inlineSource() {
        return inlineSource;
    }

    /** Bytes of inline data; 0 without. */
    public long inlineBytes() {
        return inlineSource == null ? 0 : inlineSource.byteSize();
    }

    /** Where an initiator sends it, or null. */
    public AddressHandle target() {
        return target;
    }
}
