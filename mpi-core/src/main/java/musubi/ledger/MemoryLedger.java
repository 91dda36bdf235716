package musubi.ledger;

import musubi.memory.Component;
import musubi.memory.MemoryReport;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/**
 * Accounts the memory of ranks by component. A report walks the objects, which takes a few ms for
 * each 10,000; otherwise it costs nothing.
 *
 * <p>Thread rule: the thread that holds the rank; of several ranks, while all of them stand still.
 */
public final class MemoryLedger {
    private MemoryLedger() {}

    /**
     * What one rank uses: all components but {@link Component#OTHER}. What it shares with other
     * ranks of its JVM is not in it; see {@link #shared}.
     */
    public static MemoryReport of(RankMemory rank) {
        return of(List.of(rank));
    }

    /** What some ranks use; what they share counts once, without {@link #shared}. */
    public static MemoryReport of(List<RankMemory> ranks) {
        MemoryWalk walk = new MemoryWalk((_, _) -> {});
        ranks.forEach(rank -> walk(rank, walk));
        return walk.report();
    }

    static void walk(RankMemory rank, MemoryWalk walk) {
        if (rank.job().addressSpace() != null) {
            walk.exclude(rank.participantSets());
        }
        walk.from(rank.root(), Component.HIGH_LEVEL_CONTEXTS);
        rank.communicators().forEach(comm -> walk.from(comm, Component.PARTICIPANT_SETS));
    }

    /**
     * What the ranks of this JVM have in common, beside the part that {@link #of} reports for each.
     */
    public static MemoryReport shared(RankMemory rank) {
        return rank.job().addressSpace() == null
                ? MemoryReport.empty()
                : new MemoryWalk((_, _) -> {})
                        .from(rank.participantSets(), Component.PARTICIPANT_SETS)
                        .report();
    }

    /**
     * What this JVM uses that is not the library's: the rest of its heap as the last garbage
     * collection left it, and its classes and compiled code. Stacks and the memory of the collector
     * are not reported by a JVM.
     *
     * @param known of all ranks that live in it
     */
    public static MemoryReport other(MemoryReport known) {
        long heap = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            // What is used now has room in it that threads have taken to allocate in.
            MemoryUsage left = pool.getCollectionUsage();
            heap += pool.getType() == MemoryType.HEAP && left != null ? left.getUsed() : 0;
        }
        long[] bytes = new long[2 * Component.values().length];
        int other = Component.OTHER.ordinal();
        bytes[other] = Math.max(0, heap - known.heapBytes());
        bytes[bytes.length / 2 + other] =
                ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed();
        return new MemoryReport(bytes);
    }
}
