package musubi.launch.plan;

import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.hosts.RemoteLaunch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the command line asks for.
 *
 * @param segments the parts between the colons, in rank order
 * @param settings what holds for the whole job
 * @param placement which rank runs where
 * @param remoteLaunch how hosts are reached
 */
public record LaunchPlan(
        List<Segment> segments,
        Settings settings,
        RankPlacement placement,
        RemoteLaunch remoteLaunch) {
    /** The bytes of an epoch's values that every node proxy holds unless an option sets others. */
    public static final int DEFAULT_KEY_BROADCAST_BYTES = 1024 * 1024;

    /** Where the ranks may run. */
    public enum BindTo {
        /** A share of the cores for each when there are enough, else as NONE. */
        AUTO,
        /** One core for each, with all its hardware threads. */
        CORE,
        /** One hardware thread for each. */
        HARDWARE_THREAD,
        /** The processors of one NUMA node for each. */
        NUMA_NODE,
        /** One processor package for each. */
        SOCKET,
        NONE
    }

    /**
     * A number of ranks that run the same program.
     *
     * @param count how many ranks
     * @param jvmOptions options for the JVM
     * @param classPath what the user gave with -cp, or null
     * @param program the program and its arguments, as typed
     * @param environment what to pass on and to set
     * @param directory where to run, or null for where mpiexec runs
     */
    public record Segment(
            int count,
            List<String> jvmOptions,
            String classPath,
            List<String> program,
            Environment environment,
            Path directory) {}

    /**
     * Which variables a rank gets.
     *
     * @param inherited the names that are passed on from mpiexec's environment, or null for all
     * @param added the variables that are set
     */
    public record Environment(Set<String> inherited, Map<String, String> added) {}

    /**
     * What holds for the whole job.
     *
     * @param tagged whether each line of output names its rank
     * @param verbose whether to say what is done
     * @param timeLimitSeconds the longest run time, 0 for no limit
     * @param transport the transport that the ranks are to use, or null
     * @param bindTo where the ranks may run
     * @param explain whether the ranks say which collective algorithms and transports they choose
     * @param check whether the ranks check what the program does
     * @param ranksPerJvm how many ranks a JVM runs at the most; 0 for a process for each rank
     * @param keyBroadcastBytes how much of the key-value space every host may have
     */
    public record Settings(
            boolean tagged,
            boolean verbose,
            int timeLimitSeconds,
            String transport,
            BindTo bindTo,
            boolean explain,
            boolean check,
            int ranksPerJvm,
            int keyBroadcastBytes) {
        /** Whether ranks share JVMs. */
        public boolean pvas() {
            return ranksPerJvm > 0;
        }
    }

    /**
     * Whether the program was written for MPJ Express, where a rank may end without MPI.Finalize.
     */
    public boolean isForMpjExpress() {
        return segments.getFirst()
                .environment()
                .added()
                .containsKey(MpjCommandLine.ARGUMENTS_ADDED);
    }

    /** Where the ranks write journals. */
    public Path journal() {
        return Path.of(segments.getFirst().environment().added().get(JournalOptions.JOURNAL));
    }

    /** Whether the ranks write journals or replay them. */
    public boolean hasJournal() {
        return JournalOptions.arePresent(segments.getFirst().environment().added());
    }

    /** What the first rank is called: when a rank is replayed alone, as in the recorded job. */
    public int firstRank() {
        return JournalOptions.singleReplayRank(segments.getFirst().environment().added());
    }

    /** Whether the ranks leave JFR recordings when they end. */
    public boolean isRecorded() {
        return segments.getFirst().environment().added().containsKey(EnvironmentOptions.RECORDING);
    }

    /** The number of ranks of the job. */
    public int size() {
        return placement.size();
    }

    /** Whether mpiexec itself starts the ranks, because all are on this machine. */
    public boolean isLocal() {
        boolean direct =
                remoteLaunch.launcher() == RemoteLaunch.Launcher.AUTO
                        || remoteLaunch.launcher() == RemoteLaunch.Launcher.FORK;
        return direct
                && placement.hosts().size() == 1
                && LocalHost.is(placement.hosts().getFirst().name());
    }

    /** For each rank the place of its program among the segments. */
    public int[] programNumbers() {
        int[] numbers = new int[size()];
        int rank = 0;
        for (int app = 0; app < segments.size(); app++) {
            for (int i = 0; i < segments.get(app).count(); i++) {
                numbers[rank++] = app;
            }
        }
        return numbers;
    }
}
