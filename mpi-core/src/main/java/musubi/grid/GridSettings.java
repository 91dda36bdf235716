package musubi.grid;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of sites. */
public final class GridSettings implements SettingSource {
    /**
     * Sites of the nodes and the links between them (docs/grid.md), as {@code
     * A:0-1,B:2-3;A-B:4ms:1gbit}; only the sites: links are measured at the start; {@code find}:
     * sites, too; {@code auto}: one site. The same on all ranks.
     */
    public static final Setting GRID = new Setting("grid", Type.TEXT, "auto");

    /** For {@link java.util.ServiceLoader}. */
    public GridSettings() {}

    @Override
    public List<Setting> settings() {
        return List.of(GRID);
    }
}
