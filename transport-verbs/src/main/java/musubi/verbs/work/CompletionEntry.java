package musubi.verbs.work;

import java.util.OptionalInt;

/**
 * An entry of a completion queue, reused after the poll that returns it. After an error only the
 * identifier, the status, the vendor error and the queue pair number are valid. Verbs: {@code
 * struct ibv_wc}.
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

    /** Sets the slots of a send queue that polling this completion frees. */
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

    /** A copy that may be kept. */
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

    /** The identifier of the work request. */
    public long workRequestId() {
        return workRequestId;
    }

    /** Outcome of the work request. */
    public CompletionStatus status() {
        return status;
    }

    /** Operation of the work request. */
    public CompletionOpcode opcode() {
        return opcode;
    }

    /** Bytes moved. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Whether there is immediate data. */
    public boolean hasImmediate() {
        return hasImmediate;
    }

    /** Immediate data of the sender. */
    public int immediate() {
        return immediate;
    }

    /** Error detail of this emulation: {@link WorkCompletion#vendorError}. */
    public int vendorError() {
        return vendorError;
    }

    /** The local queue pair. */
    public int queuePairNumber() {
        return queuePairNumber;
    }
}
