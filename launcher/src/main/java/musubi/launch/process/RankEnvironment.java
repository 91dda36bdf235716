package musubi.launch.process;

import musubi.bootstrap.pmi.PmiBootstrap;
import musubi.launch.hosts.NodeShare;
import musubi.launch.job.JobDirectory;
import musubi.launch.plan.DebugOption;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.observe.rankrecord.RecordFiles;
import musubi.pvas.NodePlan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The environment variables of each rank. */
public final class RankEnvironment {
    /** Variables of an outer process manager or job, which ranks must not use. */
    private static final Set<String> FOREIGN =
            Set.of(
                    "PMI_FD",
                    "PMI_PORT",
                    "PMI_ID",
                    "PMI_SPAWNED",
                    "PMIX_RANK",
                    "PMIX_NAMESPACE",
                    NodePlan.VARIABLE,
                    LaunchPlan.UNIVERSE_VARIABLE);

    /** The variable with the number of cores. */
    public static final String CORES_VARIABLE = "MUSUBI_CORES";

    private static final String ARGUMENTS = "OMPI_ARGV";
    private static final String LOCALE = "LC_ALL";
    private static final String OUTER_LOCALE = "MUSUBI_OUTER_LC_ALL";

    /** The default number of cores shared by the ranks of this machine. */
    public static final String CORES = Integer.toString(Runtime.getRuntime().availableProcessors());

    private final LaunchPlan plan;
    private final Map<String, String> outer;
    private final String jobId;
    private final String socket;
    private final String size;
    private final NodeShare share;
    private final Map<String, String> unlessSet = new HashMap<>();
    private String records;

    /**
     * The environment of a job's ranks.
     *
     * @param outer the environment of mpiexec
     * @param jobId the name of the job on this machine
     * @param socket the path of the PMI socket
     * @param share the ranks of this machine
     */
    public RankEnvironment(
            LaunchPlan plan,
            Map<String, String> outer,
            String jobId,
            String socket,
            NodeShare share) {
        this.plan = plan;
        this.outer = outer;
        this.jobId = jobId;
        this.share = share;
        this.socket = socket;
        this.size = Integer.toString(plan.size());
    }

    /** Adds default values of variables. */
    public void addUnlessSet(Map<String, String> more) {
        unlessSet.putAll(more);
    }

    /** Sets the directory of counters and events. */
    public void keepRecordsIn(Path directory) {
        records = directory.toString();
    }

    /** All variables of a rank of this segment. */
    Map<String, String> of(int rank, Segment segment) {
        Map<String, String> variables = new HashMap<>(outer);
        Set<String> inherited = segment.environment().inherited();
        if (inherited != null) {
            variables.keySet().retainAll(inherited);
        }
        variables.keySet().removeAll(FOREIGN);
        restoreLocale(variables);
        removeOuterDirectories(variables);
        variables.putAll(segment.environment().added());
        DebugOption.removeFrom(variables);
        String number = Integer.toString(rank);
        String localNumber = Integer.toString(share.localRank(rank));
        String localSize = Integer.toString(share.ranks().size());
        variables.put(PmiBootstrap.SOCKET_VARIABLE, socket);
        variables.put("PMI_RANK", number);
        variables.put("PMI_SIZE", size);
        variables.put("MUSUBI_JOB", jobId);
        variables.put("MUSUBI_LOCAL_RANK", localNumber);
        variables.put("MUSUBI_LOCAL_SIZE", localSize);
        unlessSet.forEach(variables::putIfAbsent);
        variables.put(RecordFiles.DIRECTORY_VARIABLE, records);
        // A bound rank sees its own core only, but all ranks have to assume the same number.
        variables.putIfAbsent(CORES_VARIABLE, CORES);
        // Names for scripts written for Hydra and Open MPI.
        variables.put("MPI_LOCALRANKID", localNumber);
        variables.put("MPI_LOCALNRANKS", localSize);
        variables.put("OMPI_COMM_WORLD_RANK", number);
        variables.put("OMPI_COMM_WORLD_SIZE", size);
        variables.put("OMPI_COMM_WORLD_LOCAL_RANK", localNumber);
        variables.put("OMPI_COMM_WORLD_LOCAL_SIZE", localSize);
        describeLaunch(segment, variables);
        addSettings(variables);
        return variables;
    }

    /** Describes the job by Open MPI's variables, from which MPI.INFO_ENV and attributes come. */
    private void describeLaunch(Segment segment, Map<String, String> variables) {
        List<String> words = segment.program();
        List<Integer> firstRanks = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        int next = 0;
        for (Segment each : plan.segments()) {
            firstRanks.add(next);
            counts.add(each.count());
            next += each.count();
        }
        variables.put("OMPI_COMMAND", words.getFirst());
        variables.remove(ARGUMENTS);
        if (words.size() > 1) {
            variables.put(ARGUMENTS, String.join(" ", words.subList(1, words.size())));
        }
        variables.put("OMPI_NUM_APP_CTX", Integer.toString(plan.segments().size()));
        variables.put("OMPI_FIRST_RANKS", joined(firstRanks));
        variables.put("OMPI_APP_CTX_NUM_PROCS", joined(counts));
        variables.put("OMPI_FILE_LOCATION", Path.of(socket).getParent().toString());
        variables.putIfAbsent(LaunchPlan.UNIVERSE_VARIABLE, size);
    }

    private static String joined(List<Integer> numbers) {
        return numbers.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    /** Adds the settings from options of mpiexec. */
    private void addSettings(Map<String, String> variables) {
        if (plan.settings().transport() != null) {
            variables.put("MUSUBI_TRANSPORT", plan.settings().transport());
        }
        if (plan.remoteLaunch().tls()) {
            variables.put("MUSUBI_TCP_TLS", "true");
        }
        if (plan.settings().explain()) {
            variables.put("MUSUBI_COLL_EXPLAIN", "true");
            variables.put("MUSUBI_TRANSPORT_EXPLAIN", "true");
        }
        if (plan.settings().check()) {
            variables.put("MUSUBI_CHECK", "true");
        }
        if (plan.settings().progressThread()) {
            variables.put("MUSUBI_PROGRESS_THREAD", "true");
        }
    }

    /** In a rank that runs mpiexec: the directories of its own job, which may end before. */
    private void removeOuterDirectories(Map<String, String> variables) {
        String outerJob = JobDirectory.SHARED_MEMORY_PREFIX + outer.get("MUSUBI_JOB") + "-";
        for (String name : JobDirectory.SHARED_MEMORY_VARIABLES) {
            if (variables.getOrDefault(name, "").contains(outerJob)) {
                variables.remove(name);
            }
        }
    }

    /** Restores the locale, which the script mpiexec may change for its own JVM. */
    private static void restoreLocale(Map<String, String> variables) {
        String locale = variables.remove(OUTER_LOCALE);
        if (locale == null) {
            return;
        }
        if (locale.isEmpty()) {
            variables.remove(LOCALE);
        } else {
            variables.put(LOCALE, locale);
        }
    }
}
