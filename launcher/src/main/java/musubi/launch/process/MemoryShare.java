package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;

import java.util.Locale;

/**
 * The share of a JVM in the memory of its machine. By default a JVM takes up to a quarter of the
 * memory for its heap, with which four JVMs leave nothing for anything else; so the heaps of all
 * JVMs of a job on one machine together get at most 80 %.
 *
 * @param memory the memory of the machine
 * @param jvms the number of JVMs of the job on it
 * @param ranks the number of ranks in them
 */
record MemoryShare(MachineMemory memory, int jvms, int ranks) {
    /** An idle rank in a process of its own, without what it shares with others. */
    static final long LEAST_OF_JVM = 30L << 20;

    /** One more idle rank in a shared JVM. */
    static final long LEAST_OF_SHARING_RANK = 2L << 20;

    private static final double HEAPS = 0.8;
    private static final double DEFAULT_HEAP = 0.25;

    /** The JVM's own limit: references to a larger heap need twice the space. */
    private static final long LARGEST_DEFAULT = 31L << 30;

    private static final long LEAST_HEAP = 16L << 20;

    /**
     * Checks that the ranks fit at all.
     *
     * @throws LaunchFailure if even idle ranks need more than the memory
     */
    void check() {
        long needed = jvms * LEAST_OF_JVM + (ranks - jvms) * LEAST_OF_SHARING_RANK;
        if (memory.bytes() == 0 || needed <= memory.bytes() + memory.swapBytes()) {
            return;
        }
        boolean shared = ranks > jvms;
        throw LaunchFailure.of("the memory of this host does not suffice for its ranks")
                .with("host", LocalHost.name())
                .with("ranks", ranks)
                .with("JVMs", jvms)
                .with("needed at least", size(needed))
                .with("memory of the " + memory.source(), size(memory.bytes()))
                .with("swap", size(memory.swapBytes()))
                .advice(
                        "start fewer ranks, add hosts with -host"
                                + (shared
                                        ? ", or raise --ranks-per-jvm"
                                        : ", or use --pvas: ranks of one JVM need "
                                                + size(LEAST_OF_SHARING_RANK)
                                                + " each"));
    }

    /** The maximum heap of each JVM as an option; empty if the JVM's default fits. */
    String heapOption() {
        double share = Math.max(memory.bytes() * HEAPS / jvms, LEAST_HEAP);
        double byDefault = Math.min(memory.bytes() * DEFAULT_HEAP, LARGEST_DEFAULT);
        return share >= byDefault ? "" : "-Xmx" + (long) share / (1 << 20) + "m";
    }

    private static String size(long bytes) {
        return bytes >= 1L << 30
                ? String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30))
                : (bytes >> 20) + " MiB";
    }
}
