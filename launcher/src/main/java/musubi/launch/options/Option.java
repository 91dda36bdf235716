package musubi.launch.options;

import java.util.EnumSet;
import java.util.Set;

/**
 * The options of mpiexec itself, under the names that users of Hydra, of Open MPI and of the MPI
 * standard type. Each may be written with one dash or two.
 */
public enum Option {
    COUNT(1, "N", "Number of ranks; 1 without it.", "n", "np", "c"),
    PER_NODE(
            1,
            "N",
            "Number of ranks on each host; of all ranks with one host, unless -n says it.",
            "ppn",
            "N",
            "npernode"),
    HOSTS(
            1,
            "HOST[:N],..",
            "Where to run, with N ranks there; of a list of hosts also +n0 (the first), +e:2 (two"
                    + " without ranks).",
            "host",
            "hosts",
            "H"),
    HOST_FILE(
            1,
            "FILE",
            "The same, from a file: HOST[:N] or HOST slots=N max_slots=M user=U port=P on a line"
                    + " (also HYDRA_HOST_FILE).",
            "hostfile",
            "machinefile",
            "f"),
    MAP_BY(
            1,
            "slot|node|ppr:N:node",
            "Fill hosts one after the other, or round robin, or with N ranks each.",
            "map-by"),
    RANK_FILE(1, "FILE", "Of Open MPI: refused, with what to use instead.", "rankfile", "rf"),
    LAUNCHER(
            1,
            "ssh|slurm|fork|manual",
            "How other hosts are reached: ssh without it, srun within an allocation of Slurm.",
            "launcher",
            "bootstrap"),
    LAUNCHER_EXEC(
            1, "FILE", "The program to use as ssh or srun.", "launcher-exec", "bootstrap-exec"),
    INTERFACE(1, "NAME", "The network interface between hosts.", "iface"),
    FAN_OUT(
            1,
            "K",
            "How many hosts mpiexec reaches by itself, and each of them in turn; 32 without it.",
            "fan-out"),
    KEY_BROADCAST(
            1,
            "BYTES",
            "Values of the key-value space that go to every host; when there are more, each lives"
                    + " at the host that a hash of its key tells; 1048576 without it.",
            "key-broadcast"),
    TLS(
            0,
            "",
            "Encrypt with TLS 1.3 what goes over TCP: messages between hosts, and links of"
                    + " -launcher manual.",
            "tls"),
    CONFIG(
            1,
            "FILE",
            "Read the programs from a file: a line is a part between two colons.",
            "configfile",
            "app"),
    BIND(
            1,
            "core|hwthread|numa|socket|none",
            "Bind each rank to one core, hardware thread, NUMA node or socket, or not at all."
                    + " Without it: to its share of the cores when there are cores enough.",
            "bind-to"),
    PVAS(0, "", "Run the ranks of this machine in one JVM, each with classes of its own.", "pvas"),
    RANKS_PER_JVM(
            1,
            "K",
            "With -pvas: at most K ranks in a JVM, so several JVMs, one for each NUMA node, say.",
            "ranks-per-jvm"),
    COLLECTIVES(
            1,
            "KIND=NAME[:segment=BYTES],..",
            "Algorithms of collective operations: bcast=chain:segment=4096,allreduce=ring.",
            "coll"),
    TRANSPORT(1, "NAME,..", "The transports between the ranks: shm, tcp.", "transport"),
    TORUS(
            1,
            "XxYxZ[@XxYxZ]",
            "The shape of the job, for collective algorithms on a torus; an m behind a dimension"
                    + " that does not come round. Behind an @ the machine, when its shape is"
                    + " another one.",
            "torus"),
    DIRECTORY(1, "DIR", "Run this program in another directory.", "wdir", "wd"),
    GLOBAL_DIRECTORY(1, "DIR", "Run all programs in another directory.", "gwdir"),
    TIMEOUT(
            1,
            "S",
            "End the job after S seconds, with thread dumps of all ranks (also MPIEXEC_TIMEOUT).",
            "timeout"),
    VARIABLE(2, "N V", "Set variable N to V for this program (also N=V).", "env"),
    GLOBAL_VARIABLE(2, "N V", "The same for all programs.", "genv"),
    EXPORT(1, "N[=V]", "Pass on variable N, or set it; N* means all that begin so.", "x"),
    LIST(1, "N,..", "Pass on these variables only.", "envlist"),
    GLOBAL_LIST(1, "N,..", "The same for all programs.", "genvlist"),
    NONE(0, "", "Pass on no variables.", "envnone"),
    GLOBAL_NONE(0, "", "Pass on no variables to any program.", "genvnone"),
    ALL(0, "", "Pass on all variables, whatever is said for all programs.", "envall"),
    GLOBAL_ALL(0, "", "Pass on all variables, as without any of these.", "genvall"),
    TAG(0, "", "Begin each line of output with its rank.", "l", "tag-output", "prepend-rank"),
    OUTPUT(1, "tag", "The same.", "output"),
    VERBOSE(0, "", "Say what is done, with each rank's command.", "v", "verbose"),
    EXPLAIN(
            0,
            "",
            "Print which algorithms collective operations get, and why, and which transport was"
                    + " used between which ranks.",
            "explain"),
    JFR(
            0,
            "[=DIR]",
            "Leave a JFR recording of each rank in DIR (musubi-jfr), to be opened with JDK Mission"
                    + " Control.",
            "jfr"),
    TIMELINE(
            0,
            "[=DIR]",
            "The same with all calls and messages, for mpireport; slower.",
            "timeline"),
    JOURNAL(
            1,
            "DIR",
            "Record in DIR which messages receives get and how tests and probes are answered, to"
                    + " be replayed.",
            "journal"),
    JOURNAL_PAYLOAD(0, "", "With -journal: also the data of messages.", "journal-payload"),
    JOURNAL_LIMIT(
            1,
            "BYTES",
            "With -journal: what the journal of a rank may take; 4294967296 without it, 0 for any"
                    + " amount.",
            "journal-limit"),
    REPLAY(1, "DIR", "Do again what was recorded in DIR; needs no program.", "replay"),
    RANK(
            1,
            "N",
            "With -replay, of a job recorded with -journal-payload: rank N alone, for a debugger.",
            "rank"),
    CHECK(0, "", "Check calls against the rules of the standard; slower.", "check"),
    MEMORY_REPORT(
            0, "", "Print at the end what the memory of each rank is used for.", "memory-report"),
    HELP(0, "", "Print this page.", "h", "help"),
    VERSION(0, "", "Print the version.", "V", "version"),
    IGNORED(0, "", "Accepted, without effect.", "oversubscribe", "allow-run-as-root", "q", "quiet"),
    PLACING(1, "X", "Accepted, without effect.", "rank-by"),
    MCA(2, "N V", "Of Open MPI: accepted, without effect.", "mca", "prtemca", "pmixmca", "gmca");

    /** Those that make no sense without a program behind them. */
    public static final Set<Option> FOR_ONE_PROGRAM =
            EnumSet.of(
                    COUNT, PER_NODE, MAP_BY, RANK_FILE, DIRECTORY, VARIABLE, EXPORT, LIST, NONE,
                    ALL);

    private final int values;
    private final String label;
    private final String text;
    private final String[] names;

    Option(int values, String label, String text, String... names) {
        this.values = values;
        this.label = label;
        this.text = text;
        this.names = names;
    }

    /** The option that this word with its dashes names, or null. */
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

    /** The option whose name is most like this word, with the word's dashes, or null. */
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

    /** How many letters to add, leave out or change to make the one from the other. */
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

    /** How many words follow it. */
    public int valueCount() {
        return values;
    }

    /** What stands for these words on the help page. */
    public String label() {
        return label;
    }

    /** What it does. */
    public String text() {
        return text;
    }

    /** Its names with one dash. */
    public String[] dashedNames() {
        String[] dashed = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            dashed[i] = "-" + names[i];
        }
        return dashed;
    }
}
