package musubi.launch;

/**
 * The options of mpiexec itself, under the names that users of Hydra, of Open MPI and of the MPI
 * standard type. Each may be written with one dash or two.
 */
enum Option {
    COUNT(1, "N", "Number of ranks; 1 without it.", "n", "np", "c"),
    BIND(
            1,
            "core|none",
            "Bind each rank to one core, or not at all. Without it: core when there are cores"
                    + " enough.",
            "bind-to"),
    TRANSPORT(1, "NAME", "The transport between the ranks: shm, tcp, verbs, ...", "transport"),
    DIRECTORY(1, "DIR", "Run this program in another directory.", "wdir", "wd"),
    GLOBAL_DIRECTORY(1, "DIR", "Run all programs in another directory.", "gwdir"),
    TIMEOUT(
            1,
            "S",
            "End the job after S seconds, with thread dumps of all ranks (also MPIEXEC_TIMEOUT).",
            "timeout"),
    VARIABLE(2, "N V", "Set variable N to V for this program.", "env"),
    GLOBAL_VARIABLE(2, "N V", "Set variable N to V for all programs.", "genv"),
    EXPORT(1, "N[=V]", "Pass on variable N, or set it.", "x"),
    LIST(1, "N,..", "Pass on these variables only.", "envlist"),
    GLOBAL_LIST(1, "N,..", "The same for all programs.", "genvlist"),
    NONE(0, "", "Pass on no variables.", "envnone"),
    GLOBAL_NONE(0, "", "Pass on no variables to any program.", "genvnone"),
    TAG(0, "", "Begin each line of output with its rank.", "l", "tag-output", "prepend-rank"),
    VERBOSE(0, "", "Say what is done, with each rank's command.", "v", "verbose"),
    HELP(0, "", "Print this page.", "h", "help"),
    VERSION(0, "", "Print the version.", "V", "version"),
    IGNORED(0, "", "Accepted, without effect.", "oversubscribe", "allow-run-as-root"),
    MCA(2, "N V", "Of Open MPI: accepted, without effect.", "mca");

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
    static Option named(String word) {
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

    /** How many words follow it. */
    int valueCount() {
        return values;
    }

    /** What stands for these words on the help page. */
    String label() {
        return label;
    }

    /** What it does. */
    String text() {
        return text;
    }

    /** Its names with one dash. */
    String[] dashedNames() {
        String[] dashed = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            dashed[i] = "-" + names[i];
        }
        return dashed;
    }
}
