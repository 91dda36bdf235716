package musubi.verbs.work;

import java.util.OptionalInt;

/**
 * A place in a completion queue. What a poll hands out is used again afterwards: not to be kept.
 * After an error only the identifier, the status, the vendor error and the queue pair number mean
 * something. Verbs: {@code struct ibv_wc}.
 */
public final class CompletionEntry {
    /** A queue whose slots stay taken until the completion has been polled. */
    public interface SlotOwner {
        /** Frees the oldest slots. */
        void release(int slots);
    }

    private long workRequestId;
    private CompletionStatus status = CompletionStatus.SUCCESS;
    private CompletionOpcode opcode = CompletionOpcode.INVALID;
    private int lengthBytes;
    private int immediate;
    private boolean hasImmediate;
    private int vendorError;
    private int queuePairNumber;
    private SlotOwner owner;
    private int slots;

    CompletionEntry() {}

    public CompletionEntry succeed(long id, CompletionOpcode newOpcode, int bytes, int number) {
        workRequestId = id;
        status = CompletionStatus.SUCCESS;
        opcode = newOpcode;
        lengthBytes = bytes;
        hasImmediate = false;
        immediate = 0;
        vendorError = 0;
        queuePairNumber = number;
        owner = null;
        return this;
    }

    public CompletionEntry fail(long id, CompletionStatus newStatus, int vendor, int number) {
        succeed(id, CompletionOpcode.INVALID, 0, number);
        status = newStatus;
        vendorError = vendor;
        return this;
    }

    public void immediate(int value) {
        hasImmediate = true;
        immediate = value;
    }

    /** Says which slots of a send queue come free when the program has seen this. */
    public void releasesSlots(SlotOwner queue, int count) {
        owner = queue;
        slots = count;
    }

    void release() {
        if (owner != null) {
            owner.release(slots);
            owner = null;
        }
    }

    /** The same in a record of its own. */
    WorkCompletion copy() {
        return new WorkCompletion(
                workRequestId,
                status,
                opcode,
                lengthBytes,
                hasImmediate ? OptionalInt.of(immediate) : OptionalInt.empty(),
                queuePairNumber,
                vendorError);
    }

    /** The poster's number. */
    public long workRequestId() {
        return workRequestId;
    }

    /** How it ended. */
    public CompletionStatus status() {
        return status;
    }

    /** What it did. */
    public CompletionOpcode opcode() {
        return opcode;
    }

    /** Bytes moved. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Whether the sender gave 32 bits. */
    public boolean hasImmediate() {
        return hasImmediate;
    }

    /** The sender's 32 bits. */
    public int immediate() {
        return immediate;
    }

    /** What this emulation says about an error: {@link WorkCompletion#vendorError}. */
    public int vendorError() {
        return vendorError;
    }

    /** The local queue pair. */
    public int queuePairNumber() {
        return queuePairNumber;
    }
}
