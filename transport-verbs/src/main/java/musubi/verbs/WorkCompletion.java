package musubi.verbs;

import java.util.OptionalInt;

/**
 * The end of one work request. After an error only the identifier, the status and the queue pair
 * number mean something. Immutable. Verbs: {@code struct ibv_wc}.
 *
 * @param workRequestId the poster's number
 * @param status how it ended
 * @param opcode what it did; {@link CompletionOpcode#INVALID} after an error
 * @param lengthBytes bytes moved; 0 after an error
 * @param immediate the sender's 32 bits, on the receive side
 * @param queuePairNumber the local queue pair
 */
public record WorkCompletion(
        long workRequestId,
        CompletionStatus status,
        CompletionOpcode opcode,
        int lengthBytes,
        OptionalInt immediate,
        int queuePairNumber) {

    /** A completion with only the fields that are valid after an error. */
    static WorkCompletion error(long workRequestId, CompletionStatus status, int queuePairNumber) {
        return new WorkCompletion(
                workRequestId,
                status,
                CompletionOpcode.INVALID,
                0,
                OptionalInt.empty(),
                queuePairNumber);
    }
}
