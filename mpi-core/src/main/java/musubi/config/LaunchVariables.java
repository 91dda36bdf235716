package musubi.config;

import musubi.config.Setting.Type;

import java.util.List;

/**
 * Variables that only work in the environment: what mpiexec tells its ranks, and what the script
 * mpiexec reads.
 */
public final class LaunchVariables implements SettingSource {
    static final Setting JAVA_HOME =
            new Setting(
                    "java.home", Type.TEXT, null, "The JDK that the script mpiexec tries first.");

    static final Setting LAUNCH_PATIENCE =
            new Setting(
                    "launch.patience",
                    Type.NUMBER,
                    "60",
                    "How long mpiexec tries to reach a host, in s.");

    static final Setting PMI =
            new Setting(
                    "pmi",
                    Type.TEXT,
                    null,
                    "Set by mpiexec: the socket of its process manager interface.");

    static final Setting PMI_VERSION =
            new Setting(
                    "pmi.version",
                    Type.NUMBER,
                    null,
                    "1 or 2: the version of PMI to speak with another process manager than Musubi's"
                            + " mpiexec; without it 1, and 2 when that is refused.");

    static final Setting JOB =
            new Setting("job", Type.TEXT, null, "Set by mpiexec: the name of the job.");

    static final Setting LOCAL_RANK =
            new Setting(
                    "local.rank",
                    Type.NUMBER,
                    null,
                    "Set by mpiexec: the rank's place among those of its node.");

    static final Setting LOCAL_SIZE =
            new Setting(
                    "local.size",
                    Type.NUMBER,
                    null,
                    "Set by mpiexec: how many ranks its node has.");

    static final Setting OBSERVE_DIRECTORY =
            new Setting(
                    "observe.directory",
                    Type.TEXT,
                    null,
                    "Set by mpiexec: where the ranks keep their counters and latest events.");

    static final Setting OBSERVE_KEEP =
            new Setting(
                    "observe.keep",
                    Type.NUMBER,
                    "8",
                    "Of how many failed jobs mpiexec keeps the ranks' counters and latest events"
                            + " (docs/debug-a-hang.md).");

    static final Setting OUTER_LOCALE =
            new Setting(
                    "outer.lc.all",
                    Type.TEXT,
                    null,
                    "Set by the script mpiexec for itself: the `LC_ALL` that the ranks get back.");

    /** For {@link java.util.ServiceLoader}. */
    public LaunchVariables() {}

    @Override
    public String title() {
        return "Environment only";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                JAVA_HOME,
                LAUNCH_PATIENCE,
                PMI,
                PMI_VERSION,
                JOB,
                LOCAL_RANK,
                LOCAL_SIZE,
                OBSERVE_DIRECTORY,
                OBSERVE_KEEP,
                OUTER_LOCALE);
    }
}
