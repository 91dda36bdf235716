package musubi.config;

import java.util.List;

/**
 * The settings of a module; found by {@link java.util.ServiceLoader}, so that unknown settings are
 * reported and docs/settings.md is complete. Any thread.
 */
public interface SettingSource {
    /** All its settings, in the order of docs/settings.md. */
    List<Setting> settings();
}
