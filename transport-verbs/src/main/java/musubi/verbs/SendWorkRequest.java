package musubi.verbs;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/**
 * One operation for the send queue, immutable, made by a factory and refined by {@code with…}
 * methods. The memory of {@link #entries} belongs to the adapter until the request's completion, or
 * for an unsignalled request until the completion of a later signalled one on the same queue pair;
 * retransmission reads it again. Any thread may make one. Verbs: {@code struct ibv_send_wr}.
 */
public final class SendWorkRequest implements WorkRequest {
    private final long id;
    private final WorkOpcode opcode;
    private final List<ScatterGatherEntry> entries;
    private final RemoteOperand remote;
    private final int immediate;
    private final SendOptions options;

    private SendWorkRequest(
            long id,
            WorkOpcode opcode,
            List<ScatterGatherEntry> entries,
            RemoteOperand remote,
            int immediate,
            SendOptions options) {
        this.id = id;
        this.opcode = opcode;
        this.entries = List.copyOf(entries);
        this.remote = remote;
        this.immediate = immediate;
        this.options = options;
    }

    private static SendWorkRequest of(
            long id, WorkOpcode opcode, RemoteOperand remote, ScatterGatherEntry... entries) {
        return new SendWorkRequest(
                id, opcode, List.of(entries), remote, 0, SendOptions.SIGNALLED_ONLY);
    }

    /** A message from the given pieces. Verbs: {@code IBV_WR_SEND}. */
    public static SendWorkRequest send(long id, ScatterGatherEntry... entries) {
        return of(id, WorkOpcode.SEND, RemoteOperand.NONE, entries);
    }

    /** A write to the peer's memory. Verbs: {@code IBV_WR_RDMA_WRITE}. */
    public static SendWorkRequest rdmaWrite(
            long id, long remoteAddress, int remoteKey, ScatterGatherEntry... entries) {
        RemoteOperand remote = new RemoteOperand(remoteAddress, remoteKey, 0, 0);
        return of(id, WorkOpcode.RDMA_WRITE, remote, entries);
    }

    /** A read of as many bytes as the pieces hold. Verbs: {@code IBV_WR_RDMA_READ}. */
    public static SendWorkRequest rdmaRead(
            long id, long remoteAddress, int remoteKey, ScatterGatherEntry... entries) {
        RemoteOperand remote = new RemoteOperand(remoteAddress, remoteKey, 0, 0);
        return of(id, WorkOpcode.RDMA_READ, remote, entries);
    }

    /**
     * Compare-and-swap of the 8 aligned bytes at the operand's address; the old value, in the
     * machine's byte order, goes to the 8 bytes of {@code result}. Verbs: {@code
     * IBV_WR_ATOMIC_CMP_AND_SWP}.
     */
    public static SendWorkRequest compareAndSwap(
            long id, RemoteOperand operand, ScatterGatherEntry result) {
        return of(id, WorkOpcode.COMPARE_AND_SWAP, operand, result);
    }

    /**
     * Fetch-and-add on the 8 aligned bytes at the operand's address; the old value, in the
     * machine's byte order, goes to the 8 bytes of {@code result}. Verbs: {@code
     * IBV_WR_ATOMIC_FETCH_AND_ADD}.
     */
    public static SendWorkRequest fetchAndAdd(
            long id, RemoteOperand operand, ScatterGatherEntry result) {
        return of(id, WorkOpcode.FETCH_AND_ADD, operand, result);
    }

    /**
     * The same request with 32 bits for the peer's completion; a write then consumes a receive.
     * Throws {@code ERR_ARG} for reads and atomics. Verbs: {@code imm_data}.
     */
    public SendWorkRequest withImmediate(int value) {
        WorkOpcode changed =
                switch (opcode) {
                    case SEND, SEND_WITH_IMMEDIATE -> WorkOpcode.SEND_WITH_IMMEDIATE;
                    case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE ->
                            WorkOpcode.RDMA_WRITE_WITH_IMMEDIATE;
                    case RDMA_READ, COMPARE_AND_SWAP, FETCH_AND_ADD ->
                            throw refused("an immediate value", "a send or a write");
                };
        return new SendWorkRequest(id, changed, entries, remote, value, options);
    }

    /**
     * The same request without a success completion. An error still completes it. Ignored by a
     * queue pair made with {@code signalAll}. Verbs: no {@code IBV_SEND_SIGNALED}.
     */
    public SendWorkRequest unsignalled() {
        return new SendWorkRequest(id, opcode, entries, remote, immediate, options.withoutSignal());
    }

    /** The same request, started only when all earlier reads and atomics are complete. */
    public SendWorkRequest fenced() {
        return new SendWorkRequest(id, opcode, entries, remote, immediate, options.withFence());
    }

    /**
     * The same request with its data copied now, so that {@code source} may be reused at once and
     * needs no key. Replaces the pieces. Throws {@code ERR_ARG} for reads and atomics; the limit of
     * the queue pair is checked by the post. Verbs: {@code IBV_SEND_INLINE}.
     */
    public SendWorkRequest inline(MemorySegment source) {
        if (opcode.returnsData()) {
            throw refused("inline data", "a send or a write");
        }
        byte[] copy = source.toArray(ValueLayout.JAVA_BYTE);
        return new SendWorkRequest(
                id, opcode, List.of(), remote, immediate, options.withInlineData(copy));
    }

    private MpiFailure refused(String what, String where) {
        return new MpiFailure(
                ErrorClass.ARG,
                "work request cannot take "
                        + what
                        + ": id="
                        + id
                        + " opcode="
                        + opcode
                        + "; use it with "
                        + where);
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public List<ScatterGatherEntry> entries() {
        return entries;
    }

    /** What the request does. */
    public WorkOpcode opcode() {
        return opcode;
    }

    /** The far side; all zero for a send. */
    public RemoteOperand remote() {
        return remote;
    }

    /** The 32 bits for the peer's completion; 0 if there are none. */
    public int immediate() {
        return immediate;
    }

    /** Whether success makes a completion. */
    public boolean isSignalled() {
        return options.signalled();
    }

    /** Whether earlier reads and atomics must be complete first. */
    public boolean isFenced() {
        return options.fenced();
    }

    /** The bytes copied by {@link #inline}; not to be changed. */
    Optional<byte[]> inlineData() {
        return options.inlineData();
    }
}
