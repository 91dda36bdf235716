package musubi.config;

import java.util.List;

/**
 * The settings of a part of Musubi; found with {@link java.util.ServiceLoader}, so that settings
 * nobody knows can be told and docs/settings.md is complete. Any thread.
 */
public interface SettingSource {
    /** The part's name, a heading in docs/settings.md. */
    String title();

    /** All its settings, in the order of docs/settings.md. */
    List<Setting> settings();
}
