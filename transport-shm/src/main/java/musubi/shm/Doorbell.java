package musubi.shm;

import static musubi.shm.PartitionDescriptor.DOORBELL;
import static musubi.shm.PartitionDescriptor.SLEEPERS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How a rank sleeps until a record arrives. Dekker's handshake: each side writes its own word, then
 * reads the other's, with a full fence between, so at least one of them sees the other.
 *
 * <pre>
 *   sleeper                              sender
 *   sleepers += 1                        commit word of the record = ...
 *   -- full fence --                     -- full fence --
 *   bell = doorbell                      if sleepers != 0:
 *   if ring is empty:                        doorbell += 1
 *       futex wait while doorbell == bell    futex wake all
 *   sleepers -= 1
 * </pre>
 *
 * <p>A sleeper parks in short naps instead where there is no futex (not Linux), and at first: a JVM
 * needs some 20 ms of processor time for its first system call, as much as a short program waits in
 * all.
 */
final class Doorbell {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final long NAP_NS = 100_000;
    private static final int NAPS_BEFORE_FUTEX = 200;
    private static final Timeout NONE = new Timeout(-1, null);

    private final MemorySegment map;
    private final long doorbellAt;
    private final long sleepersAt;
    private final MemorySegment word;
    private int naps;

    /** The timeout used last; threads that sleep at the same time may each make their own. */
    private Timeout timeout = NONE;

    private record Timeout(long ns, MemorySegment timespec) {}

    /**
     * @param partition where the sleeping rank's partition starts
     */
    Doorbell(MemorySegment map, long partition) {
        this.map = map;
        this.doorbellAt = partition + DOORBELL;
        this.sleepersAt = partition + SLEEPERS;
        this.word = map.asSlice(doorbellAt, Integer.BYTES);
    }

    /** Wakes the receiver if it sleeps. To be called after the commit of a record. */
    void ring() {
        // Pairs with the fence in sleep.
        VarHandle.fullFence();
        ringAfterFence();
    }

    /** As {@link #ring}, when a full fence lies between what was written and this call. */
    void ringAfterFence() {
        if ((int) INT.getOpaque(map, sleepersAt) != 0) {
            wakeSlowPath();
        }
    }

    private void wakeSlowPath() {
        // Volatile: pairs with the kernel's comparison in the sleeper's futex wait.
        INT.getAndAdd(map, doorbellAt, 1);
        if (LinuxNativeAccess.isSupported()) {
            LinuxNativeAccess.futexWakeAll(word);
        }
    }

    /** Sleeps until the doorbell rings or the time is over; not at all when there is something. */
    void sleep(BooleanSupplier isEmpty, long timeoutNs) {
        if (naps < NAPS_BEFORE_FUTEX || !LinuxNativeAccess.isSupported()) {
            nap(isEmpty, timeoutNs);
            return;
        }
        int bell = enter();
        try {
            if (isEmpty.getAsBoolean()) {
                LinuxNativeAccess.futexWait(word, bell, timespec(timeoutNs));
            }
        } finally {
            leave();
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

    /** Does not count as a sleeper, so that the sender need not make a system call either. */
    private void nap(BooleanSupplier isEmpty, long timeoutNs) {
        naps = Math.min(naps + 1, NAPS_BEFORE_FUTEX);
        if (isEmpty.getAsBoolean()) {
            LockSupport.parkNanos(Math.min(timeoutNs, NAP_NS));
        }
    }

    /**
     * Says that this rank is about to sleep; it has to look at the ring after this.
     *
     * @return the doorbell's state to wait on
     */
    int enter() {
        INT.getAndAdd(map, sleepersAt, 1);
        // Pairs with the fences in ring and in ShmBoard.show.
        VarHandle.fullFence();
        return (int) INT.getVolatile(map, doorbellAt);
    }

    /** Says that this rank does not sleep any more. */
    void leave() {
        INT.getAndAdd(map, sleepersAt, -1);
    }

    /** Wakes this rank's own sleepers and waits until they have left the mapping. */
    void dismiss() {
        while ((int) INT.getVolatile(map, sleepersAt) > 0) {
            wakeSlowPath();
            Thread.onSpinWait();
        }
    }
}
