package musubi.config;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Locale;
import java.util.function.Function;

/**
 * A value that a user may set, as system property {@code musubi.name} or environment variable
 * {@code MUSUBI_NAME} (dots become underscores). Immutable; any thread.
 *
 * <p>Whoever reads a setting has it as one constant and lists it in a {@link SettingSource}. Those
 * of the core are here.
 *
 * @param name lower case, words separated by dots, without the prefix
 * @param type what its value looks like
 * @param defaultValue in text form; null when there is none, or when it depends
 * @param sentence what it does, for docs/settings.md; with the default when that depends
 */
public record Setting(String name, Type type, String defaultValue, String sentence) {
    /** The transports of the job. */
    public static final Setting TRANSPORT =
            new Setting(
                    "transport",
                    Type.TEXT,
                    null,
                    "Names of the transports to use, separated by commas (`mpiexec --transport`);"
                            + " without it those that the job needs.");

    /** Whether to tell which of them is used. */
    public static final Setting TRANSPORT_EXPLAIN =
            new Setting(
                    "transport.explain",
                    Type.SWITCH,
                    "false",
                    "Whether each rank says in Finalize over which transport it has exchanged"
                            + " messages with which others (`mpiexec --explain`).");

    /** Flow control. */
    public static final Setting EAGER_WINDOW =
            new Setting(
                    "eager.window",
                    Type.BYTES,
                    null,
                    "What one peer may send ahead of matching before its messages wait at the"
                            + " sender; without it enough for 64 of the longest eager messages of"
                            + " the transport: 1 MiB, with `tcp` 4.1 MiB.");

    /** How much memory peers may take. */
    public static final Setting CONTEXT_LIMIT =
            new Setting(
                    "context.limit",
                    Type.NUMBER,
                    "1024",
                    "How many peers the ranks of a node, taken together, have open contexts for"
                            + " (docs/memory.md); each rank gets an equal share, 1 at least. 0: any"
                            + " number.");

    /** What may be deserialised. */
    public static final Setting OBJECT_FILTER =
            new Setting(
                    "object.filter",
                    Type.TEXT,
                    null,
                    "JEP 290 pattern of the classes that `MPI.OBJECT` messages may bring; without"
                            + " it the pattern in `ObjectCodec`.");

    /** How ranks wait. */
    public static final Setting CORES =
            new Setting(
                    "cores",
                    Type.NUMBER,
                    null,
                    "Cores to assume on this node when choosing how to wait and which collective"
                            + " algorithm; mpiexec counts them, without mpiexec each rank does.");

    /** Who makes progress. */
    public static final Setting PROGRESS_THREAD =
            new Setting(
                    "progress.thread",
                    Type.SWITCH,
                    "false",
                    "Whether a thread of its own moves messages and steps of non-blocking"
                            + " collectives on while the program computes; calls then take a"
                            + " lock, as with `MPI.THREAD_MULTIPLE`.");

    /** When to look for a deadlock. */
    public static final Setting DEADLOCK_AFTER =
            new Setting(
                    "deadlock.after",
                    Type.NUMBER,
                    "2000",
                    "After so many ms without any arrival a waiting rank says where it waits; when"
                            + " no rank can go on any more the job ends with a report. 0: never"
                            + " (docs/debug-a-hang.md).");

    /** Whether to look for misuse. */
    public static final Setting CHECK =
            new Setting(
                    "check",
                    Type.SWITCH,
                    "false",
                    "Whether to check what the program does against the rules of the standard"
                            + " (`mpiexec --check`, docs/check-a-program.md); slower.");

    /** Whether to tell what memory is used for. */
    public static final Setting MEMORY_REPORT =
            new Setting(
                    "memory.report",
                    Type.SWITCH,
                    "false",
                    "Whether rank 0 writes in Finalize what the memory of each rank and node is"
                            + " used for (`mpiexec --memory-report`, docs/memory.md).");

    /** What the ranks of a node have once. */
    public static final Setting SHARED_TABLES =
            new Setting(
                    "shared.tables",
                    Type.BYTES,
                    "65536",
                    "From so many bytes on, the table of the members of an irregular communicator"
                            + " lies once in the node's shared memory, not once in each JVM"
                            + " (docs/memory.md).");

    /** Whether a rank keeps what others may look at. */
    public static final Setting OBSERVE =
            new Setting(
                    "observe",
                    Type.SWITCH,
                    "true",
                    "Whether each rank keeps counters and its latest events, with mpiexec in a file"
                            + " that others can read (docs/see-inside.md).");

    /** Whether others may look at a rank by JMX. */
    public static final Setting OBSERVE_JMX =
            new Setting(
                    "observe.jmx",
                    Type.SWITCH,
                    "false",
                    "Whether each rank shows its counters as an MXBean (docs/see-inside.md); it"
                            + " does, too, with `-Dcom.sun.management.jmxremote` and the like.");

    /** Whether to record what ranks do. */
    public static final Setting JFR =
            new Setting(
                    "jfr",
                    Type.TEXT,
                    null,
                    "Directory where each JVM of a job leaves a JFR recording of what its ranks do"
                            + " (`mpiexec --jfr`, docs/see-inside.md).");

    /** What is recorded. */
    public static final Setting JFR_SETTINGS =
            new Setting(
                    "jfr.settings",
                    Type.TEXT,
                    "musubi",
                    "What a recording has: `musubi`; `timeline`, with all calls and messages, for"
                            + " mpireport (`mpiexec --timeline`); or a .jfc file.");

    /** Whether to record what depends on time. */
    public static final Setting JOURNAL =
            new Setting(
                    "journal",
                    Type.TEXT,
                    null,
                    "Directory where each rank records which message each receive got and how tests"
                            + " and probes were answered (`mpiexec --journal`,"
                            + " docs/record-and-replay.md).");

    /** Whether to record data, too. */
    public static final Setting JOURNAL_PAYLOAD =
            new Setting(
                    "journal.payload",
                    Type.SWITCH,
                    "false",
                    "Whether journals also have the data of messages, so that a rank can be"
                            + " replayed alone (`mpiexec --journal-payload`). Collectives then use"
                            + " messages only, as without `coll.node`.");

    /** How much disk journals may take. */
    public static final Setting JOURNAL_LIMIT =
            new Setting(
                    "journal.limit",
                    Type.BYTES,
                    "4294967296",
                    "How much the journal of a rank may take on disk: beyond it the oldest eighth"
                            + " goes, and the journal cannot be replayed any more. 0: any amount.");

    /** What to do again. */
    public static final Setting REPLAY =
            new Setting(
                    "replay",
                    Type.TEXT,
                    null,
                    "Directory with the journals of a job that this one is to repeat"
                            + " (`mpiexec --replay`, docs/record-and-replay.md).");

    /** Which rank to do again. */
    public static final Setting REPLAY_RANK =
            new Setting(
                    "replay.rank",
                    Type.NUMBER,
                    null,
                    "With `replay`: the one rank to repeat, alone, with the data from the journal"
                            + " (`mpiexec --replay DIR --rank N`).");

    /** For programs that send before they receive. */
    public static final Setting SEND_AHEAD =
            new Setting(
                    "send.ahead",
                    Type.BYTES,
                    "0",
                    "Up to so many bytes a standard send that would have to wait for its receive is"
                            + " copied and returns; mpjrun sets it as MPJ Express does (`-psl`).");

    /** For programs that expect MPJ Express's arguments. */
    public static final Setting MPJ_ARGUMENTS =
            new Setting(
                    "mpj.args",
                    Type.NUMBER,
                    "0",
                    "1 when the launcher puts 3 arguments before the program's, as MPJ Express"
                            + " does; Init takes them away.");

    /** What a value looks like. */
    public enum Type {
        /** Any text. */
        TEXT,
        /** A whole number, 0 or more. */
        NUMBER,
        /** A whole number of bytes, 0 or more. */
        BYTES,
        /** {@code true} or {@code false}. */
        SWITCH
    }

    /** The name of the system property. */
    public String property() {
        return Settings.PROPERTY_PREFIX + name;
    }

    /** The name of the environment variable. */
    public String variable() {
        return Settings.VARIABLE_PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /**
     * The value, or the default.
     *
     * @param lookup finds values by name, null when not set
     */
    public String text(Function<String, String> lookup) {
        String value = lookup.apply(name);
        return value != null ? value.strip() : defaultValue;
    }

    /**
     * The value, or the default, as a whole number.
     *
     * @param lookup finds values by name, null when not set
     * @throws MpiFailure of class ARG when it is no whole number or negative
     */
    public long number(Function<String, String> lookup) {
        String value = text(lookup);
        try {
            long number = Long.parseLong(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The same failure as for a negative number.
        }
        throw wrong(value, "a whole number, 0 or more");
    }

    /**
     * The value, or the default, of a switch.
     *
     * @param lookup finds values by name, null when not set
     * @throws MpiFailure of class ARG when it is neither {@code true} nor {@code false}
     */
    public boolean isOn(Function<String, String> lookup) {
        String value = text(lookup);
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(value, "true or false");
        };
    }

    private MpiFailure wrong(String value, String wanted) {
        return new MpiFailure(
                ErrorClass.ARG,
                "wrong value of a setting: "
                        + property()
                        + "="
                        + value
                        + "; set it, or "
                        + variable()
                        + ", to "
                        + wanted);
    }
}
