package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The settings of collectives, {@code coll.*}. */
public final class CollectiveSettings implements SettingSource {
    static final Setting EXPLAIN =
            new Setting(
                    "coll.explain",
                    Type.SWITCH,
                    "false",
                    "Whether rank 0 of each communicator prints selected algorithms and reasons.");

    /** Algorithms of several kinds. */
    public static final Setting ALGORITHMS =
            new Setting(
                    "coll",
                    Type.TEXT,
                    null,
                    "Algorithms, as kind=algorithm separated by commas (`mpiexec --coll`); a"
                            + " setting of one kind takes precedence. Those with a star accept"
                            + " `:segment=BYTES`; `auto` restores automatic selection.");

    static final Setting NODE =
            new Setting(
                    "coll.node",
                    Type.SWITCH,
                    "true",
                    "Whether blocking collectives use flags and data in shared memory instead of"
                            + " messages if all ranks of a communicator are on one node.");

    static final Setting TORUS =
            new Setting(
                    "coll.torus",
                    Type.TEXT,
                    null,
                    "Shape of the job, for algorithms on a torus (`mpiexec --torus`): extents"
                            + " separated by x, with an m after dimensions without wrap-around, as"
                            + " `16x12x16` or `4mx4`; after an @ the physical torus, as"
                            + " `3072@16x12x16`. Default: see docs/torus.md.");

    static final Setting TABLE =
            new Setting(
                    "coll.table",
                    Type.TEXT,
                    null,
                    "File of measured costs for the selection of algorithms, or its lines separated"
                            + " by semicolons (docs/collectives.md). The same on all ranks: mpiexec"
                            + " distributes the contents of the file.");

    static final Setting PADDED_BYTES =
            new Setting(
                    "coll.padded.bytes",
                    Type.BYTES,
                    "67108864",
                    "Memory of a rank for padded blocks if `bruck` or `two-level` is forced for"
                        + " allToAllv or allToAllw; at most a quarter of its heap. The least of all"
                        + " ranks counts; if it is exceeded, `pairwise` runs"
                        + " (docs/collectives.md).");

    public static final Setting RANKS_PER_NODE =
            new Setting(
                    "coll.ranks.per.node",
                    Type.NUMBER,
                    "0",
                    "Consecutive ranks that two-level algorithms treat as a node, for tests; 0: the"
                            + " actual nodes.");

    /** For {@link java.util.ServiceLoader}. */
    private static final List<Setting> OF_ALL_KINDS =
            List.of(ALGORITHMS, EXPLAIN, NODE, TORUS, TABLE, RANKS_PER_NODE, PADDED_BYTES);

    public CollectiveSettings() {}

    /** The name of the override setting of a kind. */
    public static String nameOf(CollectiveKind kind) {
        return "coll." + kind.label();
    }

    private static Setting algorithm(CollectiveKind kind) {
        String names =
                Catalogue.all(kind).stream()
                        .map(algorithm -> "`" + algorithm.name() + "`" + mark(algorithm))
                        .collect(Collectors.joining(", "));
        return new Setting(nameOf(kind), Type.TEXT, null, "Algorithm: " + names + ".");
    }

    /** Algorithms with segments have a mark on the page of settings. */
    private static String mark(Algorithm algorithm) {
        return algorithm.supportsSegments() ? "*" : "";
    }

    @Override
    public String title() {
        return "Collectives";
    }

    @Override
    public List<Setting> settings() {
        List<Setting> settings = new ArrayList<>(OF_ALL_KINDS);
        for (CollectiveKind kind : CollectiveKind.values()) {
            settings.add(algorithm(kind));
        }
        return settings;
    }
}
