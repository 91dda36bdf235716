package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.ArrayList;
import java.util.List;

/** The settings of collectives, {@code coll.*}. */
public final class CollectiveSettings implements SettingSource {
    /** Whether rank 0 of each communicator prints selected algorithms and reasons. */
    static final Setting EXPLAIN = new Setting("coll.explain", Type.SWITCH, "false");

    /**
     * Algorithms, as kind=algorithm separated by commas ({@code mpiexec --coll}); a setting of one
     * kind takes precedence. Those with a star accept {@code :segment=BYTES}; {@code auto} restores
     * automatic selection.
     */
    public static final Setting ALGORITHMS = new Setting("coll", Type.TEXT, null);

    /**
     * Whether blocking collectives use flags and data in shared memory instead of messages if all
     * ranks of a communicator are on one node.
     */
    static final Setting NODE = new Setting("coll.node", Type.SWITCH, "true");

    /**
     * Shape of the job, for algorithms on a torus ({@code mpiexec --torus}): extents separated by
     * x, with an m after dimensions without wrap-around, as {@code 16x12x16} or {@code 4mx4}; after
     * an {@literal @} the physical torus, as {@code 3072@16x12x16}. Default: see docs/torus.md.
     */
    static final Setting TORUS = new Setting("coll.torus", Type.TEXT, null);

    /**
     * File of measured costs for the selection of algorithms, or its lines separated by semicolons
     * (docs/collectives.md). The same on all ranks: mpiexec distributes the contents of the file.
     */
    static final Setting TABLE = new Setting("coll.table", Type.TEXT, null);

    /**
     * Memory of a rank for padded blocks if {@code bruck}, {@code two-level} or {@code by-site} is
     * forced for allToAllv or allToAllw; at most a quarter of its heap. The least of all ranks
     * counts; if it is exceeded, {@code pairwise} runs (docs/collectives.md).
     */
    static final Setting PADDED_BYTES = new Setting("coll.padded.bytes", Type.BYTES, "67108864");

    /**
     * Consecutive ranks that two-level algorithms and sites treat as a node, for tests; 0: the
     * actual nodes.
     */
    public static final Setting RANKS_PER_NODE =
            new Setting("coll.ranks.per.node", Type.NUMBER, "0");

    private static final List<Setting> OF_ALL_KINDS =
            List.of(ALGORITHMS, EXPLAIN, NODE, TORUS, TABLE, RANKS_PER_NODE, PADDED_BYTES);

    /** For {@link java.util.ServiceLoader}. */
    public CollectiveSettings() {}

    /** The name of the override setting of a kind. */
    public static String nameOf(CollectiveKind kind) {
        return "coll." + kind.label();
    }

    @Override
    public List<Setting> settings() {
        List<Setting> settings = new ArrayList<>(OF_ALL_KINDS);
        for (CollectiveKind kind : CollectiveKind.values()) {
            settings.add(new Setting(nameOf(kind), Type.TEXT, null));
        }
        return settings;
    }
}
