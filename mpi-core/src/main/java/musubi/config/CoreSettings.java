package musubi.config;

import java.util.List;

/** The settings of the core. */
public final class CoreSettings implements SettingSource {
    /** For {@link java.util.ServiceLoader}. */
    public CoreSettings() {}

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.TRANSPORT,
                Setting.TRANSPORT_EXPLAIN,
                Setting.EAGER_WINDOW,
                Setting.CONTEXT_LIMIT,
                Setting.SEND_AHEAD,
                Setting.SEND_SYNCHRONOUS,
                Setting.OBJECT_FILTER,
                Setting.OBJECT_DEPTH,
                Setting.OBJECT_REFERENCES,
                Setting.OBJECT_ARRAY,
                Setting.OBJECT_HASH,
                Setting.OBJECT_COLLISIONS,
                Setting.CORES,
                Setting.PROGRESS_THREAD,
                Setting.DEADLOCK_AFTER,
                Setting.DEADLOCK_POLLS_AFTER,
                Setting.DEADLOCK_POLLS_END,
                Setting.CHECK,
                Setting.NOTES,
                Setting.MEMORY_REPORT,
                Setting.SHARED_TABLES,
                Setting.BUFFER_LIMIT,
                Setting.BUFFER_GARBAGE,
                Setting.OBSERVE,
                Setting.OBSERVE_JMX,
                Setting.JFR,
                Setting.JFR_SETTINGS,
                Setting.JOURNAL,
                Setting.JOURNAL_PAYLOAD,
                Setting.JOURNAL_LIMIT,
                Setting.JOURNAL_REQUIRED,
                Setting.REPLAY,
                Setting.REPLAY_RANK,
                Setting.EXPLORE,
                Setting.MPJ_ARGUMENTS);
    }
}
