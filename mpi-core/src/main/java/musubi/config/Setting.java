package musubi.config;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Locale;
import java.util.function.Function;

/**
 * A setting of the user: system property {@code musubi.name} or environment variable {@code
 * MUSUBI_NAME} (dots become underscores). Immutable; any thread.
 *
 * <p>The module that reads a setting declares it as one constant and lists it in a {@link
 * SettingSource}. The settings of the core are declared here.
 *
 * @param name lower case, words separated by dots, without the prefix
 * @param type format of its value
 * @param defaultValue in text form; null for a default that depends on the job, or for none
 * @param sentence description for docs/settings.md, including a default that depends on the job
 */
public record Setting(String name, Type type, String defaultValue, String sentence) {
    /** The transports of the job. */
    public static final Setting TRANSPORT =
            new Setting(
                    "transport",
                    Type.TEXT,
                    null,
                    "Names of the transports, separated by commas (`mpiexec --transport`); by"
                            + " default the transports that the job needs.");

    /** Report of the transports in use. */
    public static final Setting TRANSPORT_EXPLAIN =
            new Setting(
                    "transport.explain",
                    Type.SWITCH,
                    "false",
                    "Whether each rank prints in Finalize with which ranks it has exchanged"
                            + " messages over which transport (`mpiexec --explain`).");

    /** Flow control. */
    public static final Setting EAGER_WINDOW =
            new Setting(
                    "eager.window",
                    Type.BYTES,
                    null,
                    "Bytes that a peer may send ahead of matching before its messages wait at the"
                        + " sender; by default enough for 64 of the longest eager messages of the"
                        + " transport: 1 MiB, with `tcp` 4.1 MiB.");

    /** Limit of open peer contexts. */
    public static final Setting CONTEXT_LIMIT =
            new Setting(
                    "context.limit",
                    Type.NUMBER,
                    "1024",
                    "Number of peers with open contexts in all ranks of a node together"
                            + " (docs/memory.md); each rank gets an equal share, at least 1. 0:"
                            + " unlimited.");

    /** Filter of deserialised classes. */
    public static final Setting OBJECT_FILTER =
            new Setting(
                    "object.filter",
                    Type.TEXT,
                    null,
                    "JEP 290 pattern of the classes admitted in `MPI.OBJECT` messages; by default"
                            + " the pattern in `ObjectCodec`.");

    /** Number of cores. */
    public static final Setting CORES =
            new Setting(
                    "cores",
                    Type.NUMBER,
                    null,
                    "Number of cores of this node for the choice of wait strategy and collective"
                            + " algorithms; by default mpiexec counts them, or each rank without"
                            + " mpiexec.");

    /** Asynchronous progress. */
    public static final Setting PROGRESS_THREAD =
            new Setting(
                    "progress.thread",
                    Type.SWITCH,
                    "false",
                    "Whether a separate thread makes progress of messages and non-blocking"
                        + " collectives while the program computes; calls then take a lock, as with"
                        + " `MPI.THREAD_MULTIPLE`.");

    /** Deadlock detection. */
    public static final Setting DEADLOCK_AFTER =
            new Setting(
                    "deadlock.after",
                    Type.NUMBER,
                    "2000",
                    "Time without arrivals, in ms, after which a waiting rank reports its wait;"
                            + " when all ranks are deadlocked the job ends with a report. 0: never"
                            + " (docs/debug-a-hang.md).");

    /** Checks of the program. */
    public static final Setting CHECK =
            new Setting(
                    "check",
                    Type.SWITCH,
                    "false",
                    "Whether calls are checked against the rules of the standard (`mpiexec"
                            + " --check`, docs/check-a-program.md); slower.");

    /** Memory report. */
    public static final Setting MEMORY_REPORT =
            new Setting(
                    "memory.report",
                    Type.SWITCH,
                    "false",
                    "Whether rank 0 writes a report in Finalize of the memory of each rank and node"
                            + " by component (`mpiexec --memory-report`, docs/memory.md).");

    /** Tables in the shared memory of a node. */
    public static final Setting SHARED_TABLES =
            new Setting(
                    "shared.tables",
                    Type.BYTES,
                    "65536",
                    "Size in bytes from which on the member table of an irregular communicator lies"
                            + " in the node's shared memory instead of each JVM (docs/memory.md).");

    /** Counters and events. */
    public static final Setting OBSERVE =
            new Setting(
                    "observe",
                    Type.SWITCH,
                    "true",
                    "Whether each rank keeps counters and its latest events; with mpiexec in a file"
                            + " that other processes can read (docs/see-inside.md).");

    /** Counters by JMX. */
    public static final Setting OBSERVE_JMX =
            new Setting(
                    "observe.jmx",
                    Type.SWITCH,
                    "false",
                    "Whether each rank publishes its counters as an MXBean (docs/see-inside.md);"
                            + " also with `-Dcom.sun.management.jmxremote…`.");

    /** Flight recording. */
    public static final Setting JFR =
            new Setting(
                    "jfr",
                    Type.TEXT,
                    null,
                    "Directory for JFR recordings, one from each JVM of the job (`mpiexec --jfr`,"
                            + " docs/see-inside.md).");

    /** Content of a flight recording. */
    public static final Setting JFR_SETTINGS =
            new Setting(
                    "jfr.settings",
                    Type.TEXT,
                    "musubi",
                    "Content of a recording: `musubi`; `timeline`, with all calls and messages, for"
                            + " mpireport (`mpiexec --timeline`); or a .jfc file.");

    /** Journals for replay. */
    public static final Setting JOURNAL =
            new Setting(
                    "journal",
                    Type.TEXT,
                    null,
                    "Directory for journals, in which each rank records the matches of its receives"
                            + " and the outcomes of tests and probes (`mpiexec --journal`,"
                            + " docs/record-and-replay.md).");

    /** Payload in journals. */
    public static final Setting JOURNAL_PAYLOAD =
            new Setting(
                    "journal.payload",
                    Type.SWITCH,
                    "false",
                    "Whether journals include the data of messages, so that a single rank can be"
                        + " replayed (`mpiexec --journal-payload`). Collectives then use messages"
                        + " only, as without `coll.node`.");

    /** Limit of a journal on disk. */
    public static final Setting JOURNAL_LIMIT =
            new Setting(
                    "journal.limit",
                    Type.BYTES,
                    "4294967296",
                    "Maximum size of a rank's journal on disk, in bytes: beyond it the oldest"
                            + " eighth is deleted, and the journal cannot be replayed any more. 0:"
                            + " unlimited.");

    /** Replay of a job. */
    public static final Setting REPLAY =
            new Setting(
                    "replay",
                    Type.TEXT,
                    null,
                    "Directory with the journals of the job to replay (`mpiexec --replay`,"
                            + " docs/record-and-replay.md).");

    /** Replay of a single rank. */
    public static final Setting REPLAY_RANK =
            new Setting(
                    "replay.rank",
                    Type.NUMBER,
                    null,
                    "With `replay`: the one rank to replay, alone, with the data in its journal"
                            + " (`mpiexec --replay DIR --rank N`).");

    /** Buffering of standard sends, for programs that send before they receive. */
    public static final Setting SEND_AHEAD =
            new Setting(
                    "send.ahead",
                    Type.BYTES,
                    "0",
                    "Size in bytes up to which a standard send that would wait for its receive is"
                            + " copied and returns; mpjrun sets it as MPJ Express does (`-psl`).");

    /** Leading arguments of MPJ Express's launcher. */
    public static final Setting MPJ_ARGUMENTS =
            new Setting(
                    "mpj.args",
                    Type.NUMBER,
                    "0",
                    "1 if the launcher puts 3 arguments before the program's, as MPJ Express does;"
                            + " Init removes them.");

    /** Format of a value. */
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
     * @param lookup values by name; null for a name that is not set
     */
    public String text(Function<String, String> lookup) {
        String value = lookup.apply(name);
        return value != null ? value.strip() : defaultValue;
    }

    /**
     * The value, or the default, as a whole number.
     *
     * @param lookup values by name; null for a name that is not set
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
     * @param lookup values by name; null for a name that is not set
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
        return new MpiFailure(ErrorClass.ARG, "wrong value of a setting")
                .with(property(), value)
                .advice("set it, or " + variable() + ", to " + wanted);
    }
}
