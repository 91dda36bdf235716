package musubi.nicam;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The transfers of a node that are not known to be complete at their destinations, and the calls of
 * sync that wait for them. Thread rule: the thread that holds the rank.
 */
final class Transfers {
    private final Long2ObjectHashMap<List<Sync>> pending = new Long2ObjectHashMap<>();
    private final BiConsumer<Integer, Long> raise;
    private long latest;

    /** A call of sync, and how many transfers it waits for. */
    private static final class Sync {
        private final int flag;
        private final long value;
        private int left;

        Sync(int flag, long value, int left) {
            this.flag = flag;
            this.value = value;
            this.left = left;
        }
    }

    /**
     * No transfers.
     *
     * @param raise raises a flag of this node to a value
     */
    Transfers(BiConsumer<Integer, Long> raise) {
        this.raise = raise;
    }

    /** A transfer begins; returns its token. */
    long begin() {
        pending.put(++latest, new ArrayList<>(0));
        return latest;
    }

    /** It is complete. */
    void end(long token) {
        List<Sync> syncs = pending.remove(token);
        for (Sync sync : syncs == null ? List.<Sync>of() : syncs) {
            if (--sync.left == 0) {
                raise.accept(sync.flag, sync.value);
            }
        }
    }

    /** Raises a flag when all transfers so far are complete. */
    void sync(int flag, long value) {
        if (pending.isEmpty()) {
            raise.accept(flag, value);
            return;
        }
        Sync sync = new Sync(flag, value, pending.size());
        pending.values().forEach(syncs -> syncs.add(sync));
    }

    boolean areComplete() {
        return pending.isEmpty();
    }
}
