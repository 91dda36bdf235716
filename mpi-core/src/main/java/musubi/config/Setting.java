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
 * SettingSource}. The comment of the constant is the description in docs/settings.md, including a
 * default that depends on the job. The settings of the core, and those that several modules read,
 * are declared here.
 *
 * @param name lower case, words separated by dots, without the prefix
 * @param type format of its value
 * @param defaultValue in text form; null for a default that depends on the job, or for none
 */
public record Setting(String name, Type type, String defaultValue) {
    /**
     * Names of the transports, separated by commas ({@code mpiexec --transport}); by default the
     * transports that the job needs.
     */
    public static final Setting TRANSPORT = new Setting("transport", Type.TEXT, null);

    /**
     * Round trip in µs from which a path counts as long (not with {@code nio}): messages up to 1
     * MiB are sent without an announcement, and where packets are lost the congestion control
     * becomes {@code bbr}, unless one is set. 0: no path does. The same on all ranks of a job on
     * several sites.
     */
    public static final Setting LONG_PATH = new Setting("tcp.long.path", Type.NUMBER, "500");

    /**
     * Whether each rank prints in Finalize with which ranks it has exchanged messages over which
     * transport ({@code mpiexec --explain}).
     */
    public static final Setting TRANSPORT_EXPLAIN =
            new Setting("transport.explain", Type.SWITCH, "false");

    /**
     * Bytes that a peer may send ahead of matching before its messages wait at the sender; by
     * default enough for 64 of the longest eager messages of the transport: 1 MiB, with {@code tcp}
     * 4.1 MiB.
     */
    public static final Setting EAGER_WINDOW = new Setting("eager.window", Type.BYTES, null);

    /**
     * Number of peers with open contexts in all ranks of a node together (docs/memory.md); each
     * rank gets an equal share, at least 1. 0: unlimited.
     */
    public static final Setting CONTEXT_LIMIT = new Setting("context.limit", Type.NUMBER, "1024");

    /**
     * JEP 290 pattern of the classes admitted in {@code MPI.OBJECT} messages; by default the
     * pattern in {@code ObjectCodec}.
     */
    public static final Setting OBJECT_FILTER = new Setting("object.filter", Type.TEXT, null);

    /** Depth to which objects in an {@code MPI.OBJECT} message may be nested (docs/objects.md). */
    public static final Setting OBJECT_DEPTH =
            new Setting("object.depth.limit", Type.NUMBER, "10000000");

    /** Number of references to objects in an {@code MPI.OBJECT} message (docs/objects.md). */
    public static final Setting OBJECT_REFERENCES =
            new Setting("object.references.limit", Type.NUMBER, "50000000");

    /** Length of an array in an {@code MPI.OBJECT} message (docs/objects.md). */
    public static final Setting OBJECT_ARRAY =
            new Setting("object.array.limit", Type.NUMBER, "1000000000");

    /**
     * Number of hash codes that are computed to fill the sets and maps of an {@code MPI.OBJECT}
     * message; or its length in bytes, if that is more (docs/objects.md).
     */
    public static final Setting OBJECT_HASH =
            new Setting("object.hash.limit", Type.NUMBER, "10000000");

    /**
     * Number of keys with the same hash code in a set or map in an {@code MPI.OBJECT} message
     * (docs/objects.md).
     */
    public static final Setting OBJECT_COLLISIONS =
            new Setting("object.collisions.limit", Type.NUMBER, "5000");

    /**
     * Number of cores of this node for the choice of wait strategy and collective algorithms; by
     * default mpiexec counts them, or each rank without mpiexec.
     */
    public static final Setting CORES = new Setting("cores", Type.NUMBER, null);

    /**
     * Whether a separate thread makes progress of messages and non-blocking collectives while the
     * program computes; calls then take a lock, as with {@code MPI.THREAD_MULTIPLE}.
     */
    public static final Setting PROGRESS_THREAD =
            new Setting("progress.thread", Type.SWITCH, "false");

    /**
     * Time without arrivals, in ms, after which a waiting rank reports its wait; when all ranks are
     * deadlocked the job ends with a report. 0: never (docs/debug-a-hang.md).
     */
    public static final Setting DEADLOCK_AFTER = new Setting("deadlock.after", Type.NUMBER, "2000");

    /**
     * Time, in ms, after which a rank counts as waiting that calls test or iProbe in a loop without
     * success and without computing. When all ranks wait or poll, mpiexec prints a note. 0: never
     * (docs/debug-a-hang.md).
     */
    public static final Setting DEADLOCK_POLLS_AFTER =
            new Setting("deadlock.polls.after", Type.NUMBER, "10000");

    /**
     * Whether a job ends whose ranks all wait, or poll for the time of {@code
     * deadlock.polls.after}; always with {@code check}. The time should then exceed the program's
     * own time limits.
     */
    public static final Setting DEADLOCK_POLLS_END =
            new Setting("deadlock.polls.end", Type.SWITCH, "false");

    /**
     * Whether calls are checked against the rules of the standard ({@code mpiexec --check},
     * docs/check-a-program.md); slower.
     */
    public static final Setting CHECK = new Setting("check", Type.SWITCH, "false");

    /**
     * Whether a rank prints notes on calls that are wrong, although the program may work here
     * (docs/check-a-program.md).
     */
    public static final Setting NOTES = new Setting("notes", Type.SWITCH, "true");

    /**
     * Whether rank 0 writes a report in Finalize of the memory of each rank and node by component
     * ({@code mpiexec --memory-report}, docs/memory.md).
     */
    public static final Setting MEMORY_REPORT = new Setting("memory.report", Type.SWITCH, "false");

    /**
     * Size in bytes from which on the member table of an irregular communicator lies in the node's
     * shared memory instead of each JVM (docs/memory.md).
     */
    public static final Setting SHARED_TABLES = new Setting("shared.tables", Type.BYTES, "65536");

    /**
     * Bytes that the buffers of {@code MPI.newByteBuffer} and the like of all ranks of a JVM may
     * have together (docs/memory.md); by default 1 GiB for each rank, and the maximum heap size.
     */
    public static final Setting BUFFER_LIMIT = new Setting("buffer.limit", Type.BYTES, null);

    /**
     * Bytes by which these buffers may grow until unreachable ones are collected; by default an
     * eighth of {@code buffer.limit}, at most 256 MiB for the JVMs of a node together, and at least
     * 32 MiB for each.
     */
    public static final Setting BUFFER_GARBAGE = new Setting("buffer.garbage", Type.BYTES, null);

    /**
     * Whether each rank keeps counters and its latest events; with mpiexec in a file that other
     * processes can read (docs/see-inside.md).
     */
    public static final Setting OBSERVE = new Setting("observe", Type.SWITCH, "true");

    /**
     * Whether each rank publishes its counters as an MXBean (docs/see-inside.md); also with {@code
     * -Dcom.sun.management.jmxremote…}.
     */
    public static final Setting OBSERVE_JMX = new Setting("observe.jmx", Type.SWITCH, "false");

    /**
     * Directory for JFR recordings, one from each JVM of the job ({@code mpiexec --jfr},
     * docs/see-inside.md).
     */
    public static final Setting JFR = new Setting("jfr", Type.TEXT, null);

    /**
     * Content of a recording: {@code musubi}; {@code timeline}, with all calls and messages, for
     * mpireport ({@code mpiexec --timeline}); or a .jfc file.
     */
    public static final Setting JFR_SETTINGS = new Setting("jfr.settings", Type.TEXT, "musubi");

    /**
     * Directory for journals, in which each rank records the matches of its receives and the
     * outcomes of tests and probes ({@code mpiexec --journal}, docs/record-and-replay.md).
     */
    public static final Setting JOURNAL = new Setting("journal", Type.TEXT, null);

    /**
     * Whether journals include the data of messages, so that a single rank can be replayed ({@code
     * mpiexec --journal-payload}). Collectives then use messages only, as without {@code
     * coll.node}.
     */
    public static final Setting JOURNAL_PAYLOAD =
            new Setting("journal.payload", Type.SWITCH, "false");

    /**
     * Maximum size of a rank's journal on disk, in bytes: beyond it the oldest eighth is deleted,
     * and the journal cannot be replayed any more. 0: unlimited.
     */
    public static final Setting JOURNAL_LIMIT =
            new Setting("journal.limit", Type.BYTES, "4294967296");

    /**
     * Whether a call fails when the file system has no space for the rank's journal. With {@code
     * false} the rank prints one line and continues without it.
     */
    public static final Setting JOURNAL_REQUIRED =
            new Setting("journal.required", Type.SWITCH, "true");

    /**
     * Directory with the journals of the job to replay ({@code mpiexec --replay},
     * docs/record-and-replay.md).
     */
    public static final Setting REPLAY = new Setting("replay", Type.TEXT, null);

    /**
     * With {@code replay}: the one rank to replay, alone, with the data in its journal ({@code
     * mpiexec --replay DIR --rank N}).
     */
    public static final Setting REPLAY_RANK = new Setting("replay.rank", Type.NUMBER, null);

    /**
     * Directory with an order of matches to force, {@code forced-N} of rank N, where each rank
     * writes {@code events-N} ({@code mpiexec --explore}, docs/explore-races.md).
     */
    public static final Setting EXPLORE = new Setting("explore", Type.TEXT, null);

    /**
     * Size in bytes up to which a standard send that would wait for its receive is copied and
     * returns; mpjrun sets it as MPJ Express does ({@code -psl}).
     */
    public static final Setting SEND_AHEAD = new Setting("send.ahead", Type.BYTES, "0");

    /**
     * Whether standard sends of the program wait for their receives as synchronous ones do, so that
     * a program hangs that only works because messages are buffered (docs/check-a-program.md).
     */
    public static final Setting SEND_SYNCHRONOUS =
            new Setting("send.synchronous", Type.SWITCH, "false");

    /**
     * 1 if the launcher puts 3 arguments before the program's, as MPJ Express does; Init removes
     * them.
     */
    public static final Setting MPJ_ARGUMENTS = new Setting("mpj.args", Type.NUMBER, "0");

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
        return number(lookup, "a whole number, 0 or more");
    }

    /**
     * As above, for a setting that takes other values, too.
     *
     * @param wanted all that it takes, for the failure
     */
    public long number(Function<String, String> lookup, String wanted) {
        String value = text(lookup);
        try {
            long number = Long.parseLong(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The same failure as for a negative number.
        }
        throw wrong(value, wanted);
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
