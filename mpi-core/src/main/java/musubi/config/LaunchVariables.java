package musubi.config;

import musubi.config.Setting.Type;

import java.util.List;

/**
 * Variables that exist only in the environment: those that mpiexec passes to its ranks, and those
 * that the script mpiexec reads.
 */
public final class LaunchVariables implements SettingSource {
    /** The first candidate of the script mpiexec for the JDK. */
    static final Setting JAVA_HOME = new Setting("java.home", Type.TEXT, null);

    /** Time between SIGTERM and SIGKILL when mpiexec terminates ranks, in ms. */
    static final Setting LAUNCH_GRACE = new Setting("launch.grace", Type.NUMBER, "300");

    /** Time during which mpiexec tries to reach a host, in s. */
    static final Setting LAUNCH_PATIENCE = new Setting("launch.patience", Type.NUMBER, "60");

    /**
     * Time without a sign of a host after which it is lost, in ms; at least 1000. By default not
     * less than the variable {@code MUSUBI_TCP_RECONNECT}.
     */
    static final Setting LAUNCH_RECONNECT = new Setting("launch.reconnect", Type.NUMBER, "60000");

    /**
     * Time without a sign of a host after which mpiexec prints a line, in ms; at least 1000. After
     * five times as long, or 10 s, it connects again.
     */
    static final Setting LAUNCH_SILENCE = new Setting("launch.silence", Type.NUMBER, "10000");

    /** Set by mpiexec: the socket of its process manager interface. */
    static final Setting PMI = new Setting("pmi", Type.TEXT, null);

    /**
     * 1 or 2: the version of PMI for process managers other than mpiexec; by default 1, and 2 if
     * that is refused.
     */
    static final Setting PMI_VERSION = new Setting("pmi.version", Type.NUMBER, null);

    /** Set by mpiexec: the name of the job. */
    static final Setting JOB = new Setting("job", Type.TEXT, null);

    /** Set by mpiexec: index of the rank among those of its node. */
    static final Setting LOCAL_RANK = new Setting("local.rank", Type.NUMBER, null);

    /** Set by mpiexec: number of ranks on the node. */
    public static final Setting LOCAL_SIZE = new Setting("local.size", Type.NUMBER, null);

    /** Set by mpiexec: directory of the ranks' counters and latest events. */
    static final Setting OBSERVE_DIRECTORY = new Setting("observe.directory", Type.TEXT, null);

    /**
     * Number of failed jobs whose counters and latest events mpiexec keeps (docs/debug-a-hang.md).
     */
    static final Setting OBSERVE_KEEP = new Setting("observe.keep", Type.NUMBER, "8");

    /** Lines of the report on a failed job, with the last events of its ranks. */
    static final Setting OBSERVE_LINES = new Setting("observe.lines", Type.NUMBER, "20");

    /** Set by the script mpiexec for itself: the {@code LC_ALL} that it restores for the ranks. */
    static final Setting OUTER_LOCALE = new Setting("outer.lc.all", Type.TEXT, null);

    /** Set by mpiexec for the JVM of a PVAS node: the file with its ranks. */
    static final Setting PVAS_PLAN = new Setting("pvas.plan", Type.TEXT, null);

    /** For {@link java.util.ServiceLoader}. */
    public LaunchVariables() {}

    @Override
    public List<Setting> settings() {
        return List.of(
                JAVA_HOME,
                LAUNCH_GRACE,
                LAUNCH_PATIENCE,
                LAUNCH_RECONNECT,
                LAUNCH_SILENCE,
                PMI,
                PMI_VERSION,
                JOB,
                LOCAL_RANK,
                LOCAL_SIZE,
                OBSERVE_DIRECTORY,
                OBSERVE_KEEP,
                OBSERVE_LINES,
                OUTER_LOCALE,
                PVAS_PLAN);
    }
}
