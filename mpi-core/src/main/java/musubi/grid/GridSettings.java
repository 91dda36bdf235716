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

    /**
     * Rank 0 prints sites, hosts, ranks, links and routes after {@code MPI.Init}: {@code table};
     * the path of a file, in which it draws them as SVG, too. Set by {@code mpiexec
     * --display-topology}.
     */
    public static final Setting DISPLAY = new Setting("grid.display", Type.TEXT, null);

    /** Set by mpiexec: the names of the hosts, in the order of the nodes, for the display. */
    public static final Setting HOSTS = new Setting("grid.hosts", Type.TEXT, null);

    /** For {@link java.util.ServiceLoader}. */
    public GridSettings() {}

    @Override
    public List<Setting> settings() {
        return List.of(GRID, DISPLAY, HOSTS);
    }
}
