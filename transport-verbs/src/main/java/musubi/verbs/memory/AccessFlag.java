package musubi.verbs.memory;

import java.util.EnumSet;
import java.util.Set;

/**
 * A right to touch memory, held by a memory region or, for the remote rights, by a queue pair; and
 * how a region counts addresses. Local read needs no right. Verbs: {@code enum ibv_access_flags}.
 */
public enum AccessFlag {
    /** The adapter may write here for its own process: receives, results of reads and atomics. */
    LOCAL_WRITE,
    /** A peer may write here; a region needs {@link #LOCAL_WRITE} too. */
    REMOTE_WRITE,
    /** A peer may read here. */
    REMOTE_READ,
    /** A peer may run atomics here; a region needs {@link #LOCAL_WRITE} too. */
    REMOTE_ATOMIC,
    /** No right: addresses in the region count from 0, so that peers need nothing but its key. */
    ZERO_BASED;

    /** The flags as the bit set that {@link musubi.verbs.state.QpAttribute#ACCESS_FLAGS} holds. */
    public static int bits(Set<AccessFlag> flags) {
        int bits = 0;
        for (AccessFlag flag : flags) {
            bits |= flag.bit();
        }
        return bits;
    }

    /** All four rights as a bit set. */
    public static int allBits() {
        return bits(EnumSet.complementOf(EnumSet.of(ZERO_BASED)));
    }

    /** Whether this right is in a bit set made by {@link #bits}. */
    public boolean in(int bits) {
        return (bits & bit()) != 0;
    }

    private int bit() {
        return 1 << ordinal();
    }
}
