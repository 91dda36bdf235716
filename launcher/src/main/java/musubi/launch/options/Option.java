package musubi.launch.options;

import musubi.config.EditDistance;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The options of mpiexec, under the names of Hydra, of Open MPI and of the MPI standard. Each takes
 * one dash or two. {@code mpiexec.properties} describes them for the help page.
 */
public enum Option {
    COUNT("n np c", "N"),
    PER_NODE("ppn N npernode", "N"),
    HOSTS("host hosts H", "HOST[:N],.."),
    HOST_FILE("hostfile machinefile f", "FILE"),
    LAUNCHER("launcher bootstrap", "ssh|slurm|fork|manual"),
    LAUNCHER_EXEC("launcher-exec bootstrap-exec", "FILE"),
    INTERFACE("iface", "NAME"),
    FAN_OUT("fan-out", "K"),
    KEY_BROADCAST("key-broadcast", "BYTES"),
    TLS("tls", ""),
    CONFIG("configfile app", "FILE"),
    PVAS("pvas", ""),
    RANKS_PER_JVM("ranks-per-jvm", "K"),
    TRAIN("train", ""),
    COLLECTIVES("coll", "KIND=NAME[:segment=BYTES],.."),
    TRANSPORT("transport", "NAME,.."),
    TORUS("torus", "XxYxZ[@XxYxZ]"),
    SITES("sites", "find|SITE=HOST,..;.."),
    RELAYS("relays", "N|auto|off"),
    RELAY_PORT("relay-port", "PORT[-LAST]"),
    DIRECTORY("wdir wd", "DIR"),
    GLOBAL_DIRECTORY("gwdir", "DIR"),
    TIMEOUT("timeout", "S"),
    VARIABLE("env", "N V"),
    GLOBAL_VARIABLE("genv", "N V"),
    EXPORT("x", "N[=V]"),
    LIST("envlist", "N,.."),
    GLOBAL_LIST("genvlist", "N,.."),
    NONE("envnone", ""),
    GLOBAL_NONE("genvnone", ""),
    ALL("envall", ""),
    GLOBAL_ALL("genvall", ""),
    TAG("l prepend-rank", ""),
    TAG_WITH_JOB("tag-output", ""),
    TIMESTAMPS("timestamp-output", ""),
    PREFIX_PATTERN("prepend-pattern", "TEXT"),
    MERGE("merge-stderr-to-stdout", ""),
    XML("xml", ""),
    OUTPUT("output", "WORD,.."),
    OUTPUT_DIRECTORY("output-filename", "DIR[:WORD,..]"),
    OUT_FILE("outfile-pattern", "FILE"),
    ERR_FILE("errfile-pattern", "FILE"),
    INPUT("stdin", "N|all|none"),
    EXIT_CODES("print-all-exitcodes", ""),
    VERBOSE("v verbose", ""),
    EXPLAIN("explain", ""),
    JFR("jfr", "[=DIR]"),
    TIMELINE("timeline", "[=DIR]"),
    JOURNAL("journal", "DIR"),
    JOURNAL_PAYLOAD("journal-payload", ""),
    JOURNAL_LIMIT("journal-limit", "BYTES"),
    REPLAY("replay", "DIR"),
    RANK("rank", "N"),
    CHECK("check", ""),
    PROGRESS_THREAD("progress-thread", ""),
    EXPLORE("explore", "N[:DIR]"),
    DEBUG("debug", "RANK[:PORT],.."),
    MEMORY_REPORT("memory-report", ""),
    HELP("h help", ""),
    VERSION("V version", ""),
    QUIET("q quiet", ""),
    IGNORED("allow-run-as-root", ""),
    PARAMETER_FILE("tune am", "FILE,.."),
    SEARCH_PATH("path", "DIR:.."),
    MCA("mca gmca omca prtemca pmixmca gpmixmca", "N V"),

    // Placement on hosts and processors, read by PlacementOptions and HostAllocation.
    MAP_BY("map-by", "PART[:MODIFIER].."),
    BY_NODE("bynode", ""),
    BY_SLOT("byslot", ""),
    BY_CORE("bycore", ""),
    BY_SOCKET("bysocket", ""),
    ONE_PER_NODE("pernode", ""),
    PER_SOCKET("npersocket", "N"),
    PER_PART("ppr", "N:PART"),
    CPUS_PER_RANK("cpus-per-proc cpus-per-rank", "N"),
    HARDWARE_THREAD_CPUS("use-hwthread-cpus", ""),
    RANK_FILE("rankfile rf", "FILE"),
    RANK_BY("rank-by", "slot|node|fill|PART"),
    BIND("bind-to", "PART[:N]|none|rr|user:LIST"),
    BIND_TO_CORE("bind-to-core", ""),
    BIND_TO_SOCKET("bind-to-socket", ""),
    BIND_TO_NONE("bind-to-none", ""),
    CPU_SET("cpu-set", "LIST"),
    CPU_LIST("cpu-list", "LIST"),
    TOPOLOGY_LIBRARY("topolib", "NAME"),
    MEMORY_BINDING("membind", "firsttouch|none"),
    OVERSUBSCRIBE("oversubscribe", ""),
    NO_OVERSUBSCRIBE("nooversubscribe", ""),
    NO_LOCAL("nolocal skip-launch-node", ""),
    DEFAULT_HOST_FILE("default-hostfile", "FILE"),
    ADD_HOST("add-host", "HOST[:N],.."),
    ADD_HOST_FILE("add-hostfile", "FILE"),
    RESOURCE_MANAGER("rmk", "NAME"),
    SOFT("soft", "FIRST[:LAST[:STEP]],.."),
    ARCHITECTURE("arch", "NAME"),
    REPORT_BINDINGS("report-bindings", ""),
    DISPLAY("display", "map,allocation,bind,topo"),
    DISPLAY_MAP("display-map display-devel-map", ""),
    DISPLAY_ALLOCATION("display-allocation", ""),
    DISPLAY_TOPOLOGY("display-topo", ""),
    DISPLAY_SITES("display-topology", "[=FILE.svg]"),
    INFO("info", "");

    /** Options that belong to a single program. */
    public static final Set<Option> FOR_ONE_PROGRAM =
            EnumSet.of(
                    COUNT,
                    PER_NODE,
                    SOFT,
                    DIRECTORY,
                    VARIABLE,
                    EXPORT,
                    LIST,
                    NONE,
                    ALL,
                    SEARCH_PATH);

    private final String label;
    private final String[] names;

    Option(String names, String label) {
        this.names = names.split(" ");
        this.label = label;
    }

    /** The option of this name, given with its dashes; null if there is none. */
    public static Option named(String word) {
        String name = word.substring(word.startsWith("--") ? 2 : 1);
        return Stream.of(values())
                .filter(option -> List.of(option.names).contains(name))
                .findFirst()
                .orElse(null);
    }

    /** The most similar name, with the same dashes; null if none is similar. */
    static String like(String word) {
        String dashes = word.startsWith("--") ? "--" : "-";
        String name = word.substring(dashes.length());
        String best = null;
        int least = Math.min(3, (name.length() + 2) / 3 + 1);
        for (Option option : values()) {
            for (String each : option.names) {
                int distance = EditDistance.of(name, each);
                if (distance < least) {
                    least = distance;
                    best = dashes + each;
                }
            }
        }
        return best;
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

    /** Its names, each with one dash. */
    public String[] dashedNames() {
        return Stream.of(names).map(name -> "-" + name).toArray(String[]::new);
    }
}
