package musubi.launch.plan;

import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.hosts.RelayPlan;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.mapping.PlacementPolicy;
import musubi.launch.output.StreamOptions;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The job that a command line describes.
 *
 * @param segments the programs, in rank order
 * @param settings the settings of the whole job
 * @param placement the placement of ranks on hosts
 * @param remoteLaunch the settings for the start of node proxies
 * @param relays the relays between sites
 */
public record LaunchPlan(
        List<Segment> segments,
        Settings settings,
        RankPlacement placement,
        RemoteLaunch remoteLaunch,
        RelayPlan relays) {
    /** The variable with the slots of all hosts, for MPI.UNIVERSE_SIZE. */
    public static final String UNIVERSE_VARIABLE = "OMPI_UNIVERSE_SIZE";

    /** The bytes of an epoch's values that every node proxy holds unless an option sets others. */
    public static final int DEFAULT_KEY_BROADCAST_BYTES = 1024 * 1024;

    /**
     * Ranks that run the same program.
     *
     * @param count the number of ranks
     * @param jvmOptions options of the JVM
     * @param classPath the value of -cp, or null
     * @param program the program and its arguments, as given
     * @param environment variables to pass and to set
     * @param directory the working directory; null for that of mpiexec
     */
    public record Segment(
            int count,
            List<String> jvmOptions,
            String classPath,
            List<String> program,
            Environment environment,
            Path directory) {
        public Segment {
            if (count < 0) {
                throw new IllegalArgumentException("count=" + count);
            }
        }

        /** This segment with another working directory. */
        public Segment in(Path newDirectory) {
            return new Segment(count, jvmOptions, classPath, program, environment, newDirectory);
        }
    }

    /**
     * The environment variables of a rank.
     *
     * @param inherited the names of variables passed from mpiexec's environment; null for all
     * @param added variables to set
     */
    public record Environment(Set<String> inherited, Map<String, String> added) {}

    /**
     * Settings of the whole job.
     *
     * @param streams the forms and places of the ranks' output, and the readers of the input
     * @param verbose whether to print process ids and commands
     * @param timeLimitSeconds the limit of the run time; 0 for none
     * @param graceMs the time between SIGTERM and SIGKILL
     * @param transport the transports of the ranks, or null
     * @param placementPolicy the placement of ranks on processors
     * @param explain whether ranks print their choice of collective algorithms and transports
     * @param check whether ranks check calls against the standard
     * @param progressThread whether ranks have progress threads
     * @param ranksPerJvm the largest number of ranks in a JVM; 0 for a process per rank
     * @param keyBroadcastBytes the size of the key-value space up to which all hosts hold all
     *     values
     * @param train whether to make AOT caches of the programs
     */
    public record Settings(
            StreamOptions streams,
            boolean verbose,
            int timeLimitSeconds,
            int graceMs,
            String transport,
            PlacementPolicy placementPolicy,
            boolean explain,
            boolean check,
            boolean progressThread,
            int ranksPerJvm,
            int keyBroadcastBytes,
            boolean train) {
        /** Whether ranks share JVMs. */
        public boolean pvas() {
            return ranksPerJvm > 0;
        }
    }

    /**
     * Whether the job was started by mpjrun. With MPJ Express a rank may end without MPI.Finalize.
     */
    public boolean isForMpjExpress() {
        return segments.getFirst()
                .environment()
                .added()
                .containsKey(MpjCommandLine.ARGUMENTS_ADDED);
    }

    /** The directory of the ranks' journals. */
    public Path journal() {
        return Path.of(segments.getFirst().environment().added().get(JournalOptions.JOURNAL));
    }

    /** Whether the ranks write or replay journals. */
    public boolean hasJournal() {
        return JournalOptions.arePresent(segments.getFirst().environment().added());
    }

    /**
     * The number of the first rank in messages: that in the recorded job for a single-rank replay.
     */
    public int firstRank() {
        return JournalOptions.singleReplayRank(segments.getFirst().environment().added());
    }

    /** Whether the ranks write JFR recordings at their end. */
    public boolean isRecorded() {
        return segments.getFirst().environment().added().containsKey(EnvironmentOptions.RECORDING);
    }

    /** This plan with other segments. */
    public LaunchPlan withSegments(List<Segment> newSegments) {
        return new LaunchPlan(newSegments, settings, placement, remoteLaunch, relays);
    }

    /** The number of ranks of the job. */
    public int size() {
        return placement.size();
    }

    /** Whether all ranks run on this machine, started by mpiexec itself. */
    public boolean isLocal() {
        boolean direct =
                remoteLaunch.launcher() == RemoteLaunch.Launcher.AUTO
                        || remoteLaunch.launcher() == RemoteLaunch.Launcher.FORK;
        return direct
                && placement.hosts().size() == 1
                && LocalHost.is(placement.hosts().getFirst().name());
    }

    /** The index of each rank's segment. */
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
