package musubi.launch.options;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The options of mpiexec, under the names of Hydra, of Open MPI and of the MPI standard. Each takes
 * one dash or two.
 */
public enum Option {
    COUNT("n np c", "N", "Number of ranks of the program; default 1."),
    PER_NODE(
            "ppn N npernode",
            "N",
            "Number of ranks on each host; on a single host, of all ranks unless -n is"
                    + " given."),
    HOSTS(
            "host hosts H",
            "HOST[:N],..",
            "Hosts, with N slots each. From a list of hosts also +n0 (the first) and +e:2"
                    + " (two without ranks)."),
    HOST_FILE(
            "hostfile machinefile f",
            "FILE",
            "File of hosts, one per line: HOST[:N], or HOST slots=N max_slots=M user=U"
                    + " port=P (also HYDRA_HOST_FILE)."),
    MAP_BY(
            "map-by",
            "slot|node|ppr:N:node",
            "Mapping of ranks: host after host, round robin, or N ranks on each host."),
    RANK_FILE(
            "rankfile rf",
            "FILE",
            "Rejected option of Open MPI; the message names the alternative."),
    LAUNCHER(
            "launcher bootstrap",
            "ssh|slurm|fork|manual",
            "Start of node proxies on other hosts; default ssh, in a Slurm allocation srun."),
    LAUNCHER_EXEC("launcher-exec bootstrap-exec", "FILE", "Executable in place of ssh or srun."),
    INTERFACE("iface", "NAME", "Network interface for traffic between hosts."),
    FAN_OUT(
            "fan-out",
            "K",
            "Number of node proxies started by mpiexec and by each node proxy; default 32."),
    KEY_BROADCAST(
            "key-broadcast",
            "BYTES",
            "Size of the key-value space up to which every host holds all values; a larger"
                    + " one is hash-partitioned over the hosts. Default 1048576."),
    TLS(
            "tls",
            "",
            "Encrypt TCP connections with TLS 1.3: messages between ranks, and links of"
                    + " -launcher manual."),
    CONFIG(
            "configfile app",
            "FILE",
            "File of programs, one per line with its options, in place of parts between"
                    + " colons."),
    BIND(
            "bind-to",
            "core|hwthread|numa|socket|none",
            "Binding of each rank. Default: its share of the cores if there is a core for"
                    + " each rank, else none."),
    PVAS("pvas", "", "Run all ranks of a host in one JVM, each with classes of its own."),
    RANKS_PER_JVM(
            "ranks-per-jvm",
            "K",
            "With -pvas: at most K ranks in a JVM, for example those of a NUMA node."),
    COLLECTIVES(
            "coll",
            "KIND=NAME[:segment=BYTES],..",
            "Algorithms of collective operations: bcast=chain:segment=4096,allreduce=ring."),
    TRANSPORT("transport", "NAME,..", "Transports between the ranks, for example shm,tcp."),
    TORUS(
            "torus",
            "XxYxZ[@XxYxZ]",
            "Torus shape of the job for collective algorithms; m marks a dimension without"
                    + " wrap-around. After @ the shape of the machine, if different."),
    DIRECTORY("wdir wd", "DIR", "Working directory of the program."),
    GLOBAL_DIRECTORY("gwdir", "DIR", "Working directory of all programs."),
    TIMEOUT(
            "timeout",
            "S",
            "Terminate the job after S seconds, with thread dumps of all ranks (also"
                    + " MPIEXEC_TIMEOUT)."),
    VARIABLE("env", "N V", "Set variable N to V for the program (also N=V)."),
    GLOBAL_VARIABLE("genv", "N V", "Set variable N to V for all programs."),
    EXPORT("x", "N[=V]", "Pass variable N, or set it; N* passes all with this prefix."),
    LIST("envlist", "N,..", "Pass only these variables to the program."),
    GLOBAL_LIST("genvlist", "N,..", "Pass only these variables to all programs."),
    NONE("envnone", "", "Pass no variables to the program."),
    GLOBAL_NONE("genvnone", "", "Pass no variables to any program."),
    ALL("envall", "", "Pass all variables to the program; overrides options for all programs."),
    GLOBAL_ALL("genvall", "", "Pass all variables to all programs; the default."),
    TAG("l tag-output prepend-rank", "", "Prefix each line of output with its rank."),
    OUTPUT("output", "tag", "Same as -l."),
    VERBOSE("v verbose", "", "Print the process id and command of each rank."),
    EXPLAIN(
            "explain",
            "",
            "Print the algorithms of collective operations, with reasons, and the"
                    + " transport between each pair of ranks."),
    JFR(
            "jfr",
            "[=DIR]",
            "Write a JFR recording of each rank to DIR (default musubi-jfr), for JDK"
                    + " Mission Control."),
    TIMELINE(
            "timeline",
            "[=DIR]",
            "Same as -jfr, with all calls and messages, for mpireport; slower."),
    JOURNAL(
            "journal",
            "DIR",
            "Record the outcomes of receives, tests and probes in DIR, for a replay."),
    JOURNAL_PAYLOAD("journal-payload", "", "With -journal: record the data of messages, too."),
    JOURNAL_LIMIT(
            "journal-limit",
            "BYTES",
            "With -journal: size limit of each rank's journal; default 4294967296, 0 for"
                    + " none."),
    REPLAY("replay", "DIR", "Replay the job recorded in DIR; takes no program."),
    RANK(
            "rank",
            "N",
            "With -replay of a job recorded with -journal-payload: replay rank N alone,"
                    + " for a debugger."),
    CHECK("check", "", "Check calls against the rules of the standard; slower."),
    MEMORY_REPORT("memory-report", "", "Print the memory of each rank by purpose at the end."),
    HELP("h help", "", "Print this page."),
    VERSION("V version", "", "Print the version."),
    IGNORED("oversubscribe allow-run-as-root q quiet", "", "Accepted without effect."),
    PLACING("rank-by", "X", "Accepted without effect."),
    MCA("mca prtemca pmixmca gmca", "N V", "Option of Open MPI, accepted without effect.");

    /** Options that belong to a single program. */
    public static final Set<Option> FOR_ONE_PROGRAM =
            EnumSet.of(
                    COUNT, PER_NODE, MAP_BY, RANK_FILE, DIRECTORY, VARIABLE, EXPORT, LIST, NONE,
                    ALL);

    private final String label;
    private final String text;
    private final String[] names;

    Option(String names, String label, String text) {
        this.names = names.split(" ");
        this.label = label;
        this.text = text;
    }

    /** The option of this name, given with its dashes; null if there is none. */
    public static Option named(String word) {
        String name = word.substring(word.startsWith("--") ? 2 : 1);
        for (Option option : values()) {
            for (String each : option.names) {
                if (each.equals(name)) {
                    return option;
                }
            }
        }
        return null;
    }

    /** The most similar name, with the same dashes; null if none is similar. */
    static String like(String word) {
        String dashes = word.startsWith("--") ? "--" : "-";
        String name = word.substring(dashes.length());
        String best = null;
        int least = Math.min(3, (name.length() + 2) / 3 + 1);
        for (Option option : values()) {
            for (String each : option.names) {
                int distance = distance(name, each);
                if (distance < least) {
                    least = distance;
                    best = dashes + each;
                }
            }
        }
        return best;
    }

    /** The Levenshtein distance of two words. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }

    /** The number of values that follow it, from its placeholder: none, one, or two words. */
    public int valueCount() {
        if (label.isEmpty() || label.startsWith("[=")) {
            return 0;
        }
        return label.indexOf(' ') < 0 ? 1 : 2;
    }

    /** The placeholder of its values on the help page. */
    public String label() {
        return label;
    }

    /** Its description on the help page. */
    public String text() {
        return text;
    }

    /** Its names, each with one dash. */
    public String[] dashedNames() {
        return Stream.of(names).map(name -> "-" + name).toArray(String[]::new);
    }
}
