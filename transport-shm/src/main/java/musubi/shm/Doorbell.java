package musubi.shm;

import static musubi.shm.PartitionDescriptor.DOORBELL;
import static musubi.shm.PartitionDescriptor.NAPPERS;
import static musubi.shm.PartitionDescriptor.SLEEPERS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Sleep of a rank until a record arrives. Dekker's handshake: each side writes its own word, then
 * reads the other's, so at least one of them sees the other. The sender's own word is the tail of
 * the ring: the compare-and-set that claims space is the fence that the handshake needs, so a
 * message costs no other. A fence behind the commit would wait until the sender owns the record's
 * cache line: 11 of 62 ns for each message of a stream (docs/design.md).
 *
 * <pre>
 *   sleeper                              sender
 *   sleepers += 1, a full fence          tail: compare and set, a full fence
 *   bell = doorbell                      asleep = sleepers != 0
 *   if tail is the reader's position:    fill and commit the record
 *       futex wait while doorbell == bell
 *   sleepers -= 1                        if asleep: doorbell += 1, futex wake all
 * </pre>
 *
 * <p>A rank that sleeps elsewhere, in the event loop of another transport, counts in the upper half
 * of {@code sleepers}. Its sleep is the same, with a byte in a pipe ({@link PeerPipe}) in place of
 * the change of the doorbell and the wake-up: a byte that is written before the event loop waits
 * ends the wait, as a changed doorbell does.
 *
 * <p>At first a sleeper parks in short naps instead: a JVM needs 20 ms and more of processor time
 * for its first system call, and all ranks of a program wait for it in its first second. Where a
 * rank of the node has no futex (not Linux, or no native access), all ranks nap, since that rank
 * could not wake a sleeper; naps become longer while nothing arrives.
 */
final class Doorbell {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final long NAP_NS = 100_000;
    private static final int NAPS_BEFORE_FUTEX = 5_000;

    /** The number of naps after which their length doubles, up to 1.6 ms. */
    private static final int NAPS_PER_LENGTH = 100;

    private static final int MOST_DOUBLINGS = 4;

    /** A sleeper elsewhere, in the word of sleepers; below it those on the futex. */
    private static final int ELSEWHERE = 1 << 16;

    private static final Timeout NONE = new Timeout(-1, null);

    private final MemorySegment map;
    private final long doorbellAt;
    private final long sleepersAt;
    private final MemorySegment word;
    private final boolean hasFutex;
    private final PeerPipe pipe;
    private int naps;

    /** Naps since the last arrival. */
    private int quietNaps;

    /** The latest timeout; threads that sleep at the same time may each make their own. */
    private Timeout timeout = NONE;

    private record Timeout(long ns, MemorySegment timespec) {}

    /**
     * @param partition start of the sleeping rank's partition
     */
    Doorbell(MemorySegment map, long partition) {
        this(map, partition, LinuxNativeAccess.isSupported());
    }

    /** As above, with or without a futex. */
    Doorbell(MemorySegment map, long partition, boolean hasFutex) {
        this.map = map;
        this.hasFutex = hasFutex;
        this.doorbellAt = partition + DOORBELL;
        this.sleepersAt = partition + SLEEPERS;
        this.word = map.asSlice(doorbellAt, Integer.BYTES);
        this.pipe = new PeerPipe(map, partition);
    }

    /** To be called once by a rank, for its own doorbell, before its peers sleep. */
    void announce() {
        if (!hasFutex) {
            INT.getAndAdd(map, NAPPERS, 1);
        }
    }

    private boolean allHaveFutex() {
        return hasFutex && (int) INT.getVolatile(map, NAPPERS) == 0;
    }

    /**
     * Whether the receiver sleeps or is about to. To be called after a volatile write of a word
     * that the receiver reads before it sleeps; if true, {@link #wake} has to follow the record.
     */
    boolean hasSleepers() {
        // Volatile: not to be read before that write.
        return (int) INT.getVolatile(map, sleepersAt) != 0;
    }

    /** Wakes all sleepers. */
    void wake() {
        // Volatile: pairs with the kernel's comparison in the sleeper's futex wait.
        INT.getAndAdd(map, doorbellAt, 1);
        // Read again: one that counts itself in after this finds the record, as it was claimed.
        int asleep = (int) INT.getVolatile(map, sleepersAt);
        if (hasFutex && asleep % ELSEWHERE != 0) {
            LinuxNativeAccess.futexWakeAll(word);
        }
        if (asleep >= ELSEWHERE) {
            pipe.write();
        }
    }

    /** Sleeps until the doorbell rings or the timeout expires; not at all unless quiet. */
    void sleep(BooleanSupplier isQuiet, long timeoutNs) {
        if (!allHaveFutex()) {
            nap(isQuiet, Math.min(timeoutNs, napNs(quietNaps)));
            return;
        }
        if (naps < NAPS_BEFORE_FUTEX) {
            naps++;
            nap(isQuiet, Math.min(timeoutNs, NAP_NS));
            return;
        }
        int bell = beginSleep();
        try {
            if (isQuiet.getAsBoolean()) {
                LinuxNativeAccess.futexWait(word, bell, timespec(timeoutNs));
            } else {
                // A sender that has claimed space may need this processor to continue.
                Thread.yield();
            }
        } finally {
            endSleep();
        }
    }

    private MemorySegment timespec(long ns) {
        Timeout last = timeout;
        if (last.ns != ns) {
            last = new Timeout(ns, LinuxNativeAccess.timespec(ns));
            timeout = last;
        }
        return last.timespec;
    }

    /** Not counted as a sleep, so that the sender makes no system call either. */
    private void nap(BooleanSupplier isQuiet, long ns) {
        if (isQuiet.getAsBoolean()) {
            LockSupport.parkNanos(ns);
        }
        quietNaps = isQuiet.getAsBoolean() ? Math.min(quietNaps + 1, Short.MAX_VALUE) : 0;
    }

    /** The length of a nap after others without an arrival. */
    static long napNs(int quietNaps) {
        return NAP_NS << Math.min(quietNaps / NAPS_PER_LENGTH, MOST_DOUBLINGS);
    }

    /**
     * Counts a sleeper, which has to check for records after this.
     *
     * @return the doorbell's state to wait on
     */
    int beginSleep() {
        INT.getAndAdd(map, sleepersAt, 1);
        // Pairs with the claim in RingWriter.claim and the fence in NodeFlags.publish.
        VarHandle.fullFence();
        return (int) INT.getVolatile(map, doorbellAt);
    }

    /** Counts a sleeper no longer. */
    void endSleep() {
        INT.getAndAdd(map, sleepersAt, -1);
    }

    /** Whether peers can wake the owner through this pipe, as far as is known. */
    boolean canBeWokenBy(int descriptor) {
        return pipe.publish(descriptor);
    }

    /** Counts a sleeper elsewhere, which has to check for records after this. */
    void beginSleepElsewhere() {
        pipe.arm();
        INT.getAndAdd(map, sleepersAt, ELSEWHERE);
        // As in beginSleep.
        VarHandle.fullFence();
    }

    /** Counts a sleeper elsewhere no longer. */
    void endSleepElsewhere() {
        INT.getAndAdd(map, sleepersAt, -ELSEWHERE);
    }

    /** Closes what waking a peer has opened. */
    void close() {
        pipe.close();
    }

    /** Wakes this rank's own sleepers and waits until they have left the mapping. */
    void drainSleepers() {
        while ((int) INT.getVolatile(map, sleepersAt) > 0) {
            wake();
            Thread.onSpinWait();
        }
    }
}
