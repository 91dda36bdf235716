package musubi.simulator.scale;

import musubi.memory.Component;

import java.util.stream.Stream;

/**
 * The analytic model of a node's memory in the paper on a memory-lean MPI on InfiniBand: equations
 * (1) to (7) for the usual design, (8) to (15) for the reduced one (spec/memory.md, sections 3 and
 * 4). All results are bytes of one node; in (6) of the node where mpiexec runs. Immutable.
 *
 * @param nodes nodes of the job
 * @param m ranks on each node
 * @param c communicators of the program, each as large as the world
 * @param gamma contexts of a node that are active at once; also the buckets of its hash tables
 * @param errata whether the paper's list of errata is applied
 */
public record MemoryModel(long nodes, long m, long c, long gamma, boolean errata) {
    private static final long RINGS = 1024;
    private static final long RING_ENTRY = 4096;
    private static final long RING = 16 * RING_ENTRY;
    private static final long RING_KEEPING = 1360;
    private static final long REGISTRATIONS = 16_078_021;

    /** As in the body of the paper: once for each node, for twice as many regions. */
    private static final long NODE_REGISTRATIONS = 32_156_187;

    private static final long PACKETS_IN_FLIGHT = 327_680;
    private static final long MOST_PERIODS = 1024;
    private static final long MOST_HISTORY = 64 << 20;
    private static final long PERIODS_HALVE_FROM = 1 << 13;

    /** All ranks of the job: n. */
    public long ranks() {
        return nodes * m;
    }

    /** One component in the usual design. */
    public long baseline(Component component) {
        return switch (component) {
            case PARTICIPANT_SETS -> baselineSets();
            case HIGH_LEVEL_CONTEXTS -> baselineHighContexts();
            case LOW_LEVEL_CONTEXTS -> (672 + 31_152 * (ranks() - m) + 8 * ranks() + 16) * m; // (3)
            case BUFFERS -> baselineBuffers();
            case SWITCHING -> 0;
            case SHARED_MEMORY -> 30 * m * ranks() + 65_716 * m * m + 4_129_094 * m + 2256; // (5)
            case PROCESS_MANAGER -> baselineProcessManager();
            case OTHER -> other();
        };
    }

    /** One component in the reduced design. */
    public long reduced(Component component) {
        return switch (component) {
            case PARTICIPANT_SETS -> reducedSets();
            case HIGH_LEVEL_CONTEXTS -> reducedHighContexts();
            case LOW_LEVEL_CONTEXTS -> 24 * ranks() + 168 * gamma + 5_092_928; // (10)
            case BUFFERS -> reducedBuffers();
            case SWITCHING -> reducedSwitching();
            case SHARED_MEMORY -> 6 * m * ranks() + 65_756 * m * m + 4_129_094 * m + 2256; // (14)
            case PROCESS_MANAGER -> 179_384 + (64 + 8) * (13 * m + 2) + 32_272; // (15)
            case OTHER -> other();
        };
    }

    /** All components in the usual design. */
    public long baseline() {
        return Stream.of(Component.values()).mapToLong(each -> baseline(each)).sum();
    }

    /** All components in the reduced design. */
    public long reduced() {
        return Stream.of(Component.values()).mapToLong(each -> reduced(each)).sum();
    }

    /**
     * Periods in the receive history of the reduced design: equation (12), with n for its p. Less
     * than one beyond 2^23 ranks, where the history is useless.
     */
    public double historyPeriods() {
        if (ranks() <= PERIODS_HALVE_FROM) {
            return MOST_PERIODS;
        }
        int doublings = Long.SIZE - Long.numberOfLeadingZeros((ranks() - 1) / PERIODS_HALVE_FROM);
        return MOST_PERIODS / (double) (1L << doublings);
    }

    /** Equation (1). */
    private long baselineSets() {
        return (16 * c + 32) * m * ranks()
                + (8 * c + 16) * nodes
                + (8 * c + 16) * m * m
                + (848 * c + 2256) * m
                + 408 * c
                + 816;
    }

    /** Equation (2). */
    private long baselineHighContexts() {
        return (480 * ranks() + 16 + 64 * (ranks() - 1) + 396 * ranks() + 8 * ranks() + 16) * m;
    }

    /** Equation (4). */
    private long baselineBuffers() {
        long remote = ranks() - m;
        return (RING_KEEPING * remote + 16 + RING * remote) * m + sending();
    }

    /** Of equations (4) and (11): registration caches and packets in flight. */
    private long sending() {
        return errata
                ? (REGISTRATIONS + PACKETS_IN_FLIGHT) * m
                : NODE_REGISTRATIONS + PACKETS_IN_FLIGHT;
    }

    /** Equation (6). */
    private long baselineProcessManager() {
        long pairs = 14 * ranks() + 2 * nodes;
        return 179_384 + 1096 * pairs + 32_272 + (64 + 8) * pairs;
    }

    /** Equation (7). */
    private long other() {
        return errata ? 65_540 * m * m + 13_067_907 * m : 65_540 * m + 13_067_907;
    }

    /** Equation (8). */
    private long reducedSets() {
        return (4 * c + 8) * ranks()
                + ((40 * gamma + 856) * c + 104 * gamma + 2208) * m
                + (448 + 20 * gamma) * c
                + 40 * gamma
                + 960;
    }

    /** Equation (9). */
    private long reducedHighContexts() {
        return 480 * gamma + 16 + 64 * (gamma - 1) + (380 + 16) * gamma + 8 * ranks() + 16;
    }

    /** Equation (11). */
    private long reducedBuffers() {
        return 16_785_408 + RING_KEEPING * RINGS + 16 + RING * RINGS + sending();
    }

    /** Equation (13). */
    private long reducedSwitching() {
        long history =
                ranks() <= PERIODS_HALVE_FROM ? 8 * MOST_PERIODS * ranks() * m : MOST_HISTORY * m;
        long tables = (8 * 1024 + (4 + 4 + 8) * 1024 + 16) * (3 + 13);
        return history + (tables + 8 * ranks() + 16 + 165_008 + 524_304) * m;
    }
}
