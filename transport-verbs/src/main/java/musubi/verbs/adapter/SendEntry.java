package musubi.verbs.adapter;

import musubi.verbs.wire.Psn;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.SendWorkRequest;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A slot of the send queue: a copy of a request and, once started, its packet numbers. A request or
 * its response, whichever carries data, is segmented at the path MTU, and each packet has a number.
 */
final class SendEntry extends SendWorkRequest {
    private static final int NOT_BEGUN = -1;
    private static final int NO_INLINE = -1;

    private final MemorySegment inline;
    private int inlineLength = NO_INLINE;
    private int psn = NOT_BEGUN;
    private int packets;

    SendEntry(QueueLimits limits) {
        super(limits.sendEntries());
        inline = MemorySegment.ofArray(new byte[limits.inlineBytes()]);
    }

    /** Takes a posted request, with its inline data. */
    void take(SendWorkRequest request) {
        copyFrom(request);
        inlineLength = NO_INLINE;
        if (request.inlineSource() != null) {
            inlineLength = (int) request.inlineBytes();
            MemorySegment.copy(request.inlineSource(), 0, inline, 0, inlineLength);
        }
        forget();
    }

    /** Resets it to a request that has not started. */
    void forget() {
        psn = NOT_BEGUN;
    }

    /** Bytes of the message, in either direction. */
    long totalBytes() {
        return hasInline() ? inlineLength : pieces().totalBytes();
    }

    /** Assigns consecutive packet numbers, from a first one. */
    void begin(int firstPsn, int mtuBytes) {
        psn = firstPsn;
        packets = opcode().isAtomic() ? 1 : packets(totalBytes(), mtuBytes);
    }

    /** Number of packets of a message: at least one. */
    static int packets(long bytes, int mtuBytes) {
        return (int) Math.max(1, (bytes + mtuBytes - 1) / mtuBytes);
    }

    boolean hasBegun() {
        return psn != NOT_BEGUN;
    }

    /** Its first packet number. */
    int psn() {
        return psn;
    }

    /** The number after its last one. */
    int endPsn() {
        return (psn + packets) & Psn.MASK;
    }

    boolean hasInline() {
        return inlineLength != NO_INLINE;
    }

    /** Copies inline data into memory. */
    void copyInline(int from, MemorySegment target, long at, int bytes) {
        MemorySegment.copy(
                inline, ValueLayout.JAVA_BYTE, from, target, ValueLayout.JAVA_BYTE, at, bytes);
    }
}
