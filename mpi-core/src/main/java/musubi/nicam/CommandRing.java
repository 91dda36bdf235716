package musubi.nicam;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The commands of one thread to its node, in order: the thread appends, and the thread that holds
 * the rank takes. So threads do not wait for a common lock.
 */
final class CommandRing {
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Runnable[].class);
    private static final int SIZE = 256;

    private final Runnable[] slots = new Runnable[SIZE];

    /** Of the thread. */
    private int appended;

    /** Of the thread that holds the rank. */
    private int taken;

    /** Appends a command; false when the ring is full. */
    boolean offer(Runnable command) {
        int slot = appended % SIZE;
        if (SLOTS.getAcquire(slots, slot) != null) {
            return false;
        }
        // Release: pairs with getAcquire in poll; the command is before it.
        SLOTS.setRelease(slots, slot, command);
        appended = (appended + 1) % SIZE;
        return true;
    }

    /** Carries out what is there; returns how many commands. */
    int poll() {
        int done = 0;
        while (true) {
            Runnable command = (Runnable) SLOTS.getAcquire(slots, taken);
            if (command == null) {
                return done;
            }
            SLOTS.setRelease(slots, taken, null);
            taken = (taken + 1) % SIZE;
            command.run();
            done++;
        }
    }
}
