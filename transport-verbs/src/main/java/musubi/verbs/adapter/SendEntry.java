package musubi.verbs.adapter;

import musubi.verbs.memory.ScatterGatherList;
import musubi.verbs.wire.Psn;
import musubi.verbs.work.AddressHandle;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A slot of the send queue: a copy of a request and, once started, its packet numbers. A request or
 * its response, whichever carries data, is segmented at the path MTU, and each packet has a number.
 */
final class SendEntry {
    private static final int NOT_BEGUN = -1;

    private final ScatterGatherList pieces;
    private final MemorySegment inline;
    private int inlineBytes;
    private boolean hasInline;
    private long id;
    private WorkOpcode opcode = WorkOpcode.SEND;
    private long remoteAddress;
    private int remoteKey;
    private long compareOrAdd;
    private long swap;
    private int immediate;
    private boolean signalled;
    private boolean fenced;
    private AddressHandle target;
    private int psn = NOT_BEGUN;
    private int packets;

    SendEntry(QueueLimits limits) {
        pieces = new ScatterGatherList(limits.sendEntries());
        inline = MemorySegment.ofArray(new byte[limits.inlineBytes()]);
    }

    void copyFrom(SendWorkRequest request) {
        pieces.copyFrom(request.pieces());
        hasInline = request.inlineSource() != null;
        inlineBytes = (int) request.inlineBytes();
        if (hasInline) {
            MemorySegment.copy(request.inlineSource(), 0, inline, 0, inlineBytes);
        }
        id = request.id();
        opcode = request.opcode();
        remoteAddress = request.remoteAddress();
        remoteKey = request.remoteKey();
        compareOrAdd = request.compareOrAdd();
        swap = request.swap();
        immediate = request.immediate();
        signalled = request.isSignalled();
        fenced = request.isFenced();
        target = request.target();
        forget();
    }

    /** Resets it to a request that has not started. */
    void forget() {
        psn = NOT_BEGUN;
    }

    /** Bytes of the message, in either direction. */
    long totalBytes() {
        return hasInline ? inlineBytes : pieces.totalBytes();
    }

    /** Assigns consecutive packet numbers, from a first one. */
    void begin(int firstPsn, int mtuBytes) {
        psn = firstPsn;
        packets = opcode.isAtomic() ? 1 : packets(totalBytes(), mtuBytes);
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

    int packets() {
        return packets;
    }

    long id() {
        return id;
    }

    WorkOpcode opcode() {
        return opcode;
    }

    ScatterGatherList pieces() {
        return pieces;
    }

    boolean hasInline() {
        return hasInline;
    }

    /** Copies inline data into memory. */
    void copyInline(int from, MemorySegment target, long at, int bytes) {
        MemorySegment.copy(
                inline, ValueLayout.JAVA_BYTE, from, target, ValueLayout.JAVA_BYTE, at, bytes);
    }

    long remoteAddress() {
        return remoteAddress;
    }

    int remoteKey() {
        return remoteKey;
    }

    long compareOrAdd() {
        return compareOrAdd;
    }

    long swap() {
        return swap;
    }

    int immediate() {
        return immediate;
    }

    boolean isSignalled() {
        return signalled;
    }

    boolean isFenced() {
        return fenced;
    }

    AddressHandle target() {
        return target;
    }
}
