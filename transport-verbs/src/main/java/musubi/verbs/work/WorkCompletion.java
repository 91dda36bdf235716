package musubi.verbs.work;

import java.util.OptionalInt;

/**
 * The end of one work request. After an error only the identifier, the status, the vendor error and
 * the queue pair number mean something. Immutable. Verbs: {@code struct ibv_wc}.
 *
 * @param workRequestId the poster's number
 * @param status how it ended
 * @param opcode what it did; {@link CompletionOpcode#INVALID} after an error
 * @param lengthBytes bytes moved; 0 after an error
 * @param immediate the sender's 32 bits, on the receive side
 * @param queuePairNumber the local queue pair
 * @param vendorError after an error reported by the peer, the code of its response on the wire;
 *     else 0. Verbs: {@code vendor_err}
 */
public record WorkCompletion(
        long workRequestId,
        CompletionStatus status,
        CompletionOpcode opcode,
        int lengthBytes,
        OptionalInt immediate,
        int queuePairNumber,
        int vendorError) {}
