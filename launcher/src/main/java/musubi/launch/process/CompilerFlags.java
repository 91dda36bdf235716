package musubi.launch.process;

import java.util.ArrayList;
import java.util.List;

/**
 * Options of the JIT compilers of ranks that share their cores with them. Measured: docs/design.md.
 */
final class CompilerFlags {
    /**
     * Fewer methods are compiled. With 4 in place of 2 short kernels take another tenth less, but
     * receives allocate a Status each.
     */
    private static final String FEWER = "-XX:CompileThresholdScaling=2";

    /**
     * The program's methods are compiled before those of MPI, its API included: otherwise the API
     * is compiled before what it calls, and inlines less of it. Only where each rank has a core:
     * with more ranks the methods of MPI are called less often, and would be interpreted for long.
     * And only where messages go through shared memory: with TCP those of 1 MiB took a fifth longer
     * after 1.5 s.
     */
    private static final List<String> PROGRAM_FIRST =
            List.of(
                    "-XX:CompileCommand=CompileThresholdScaling,musubi.*::*,3.0",
                    "-XX:CompileCommand=CompileThresholdScaling,mpi.*::*,3.0");

    private static final String THRESHOLD = "CompileThresholdScaling";

    private CompilerFlags() {}

    /**
     * The options for the JVMs of a job on one machine.
     *
     * @param share the number of JVMs and of ranks with a share of the memory
     * @param ranks the number of all ranks on the machine
     * @param sharesMemory whether all messages of the job go through shared memory
     */
    static List<String> of(MemoryShare share, int ranks, int cores, boolean sharesMemory) {
        List<String> flags = new ArrayList<>();
        if (2 * ranks > cores) {
            flags.add(FEWER);
            if (sharesMemory && ranks <= cores && share.jvms() == ranks) {
                flags.addAll(PROGRAM_FIRST);
            }
        }
        return flags;
    }

    /** Whether the user has chosen thresholds of compilation. */
    static boolean areGiven(List<String> options) {
        return options.stream().anyMatch(option -> option.contains(THRESHOLD));
    }
}
