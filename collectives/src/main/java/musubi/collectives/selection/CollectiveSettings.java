package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The settings of collectives: the algorithm of each kind, and whether choices are told. */
public final class CollectiveSettings implements SettingSource {
    static final Setting EXPLAIN =
            new Setting(
                    "coll.explain",
                    Type.SWITCH,
                    "false",
                    "Whether rank 0 of each communicator prints which algorithms are chosen, and"
                            + " why.");

    /** For several kinds at once. */
    public static final Setting ALGORITHMS =
            new Setting(
                    "coll",
                    Type.TEXT,
                    null,
                    "Algorithms, as kind=algorithm with commas between (`mpiexec --coll`); a"
                            + " setting of one kind wins. Those with a star take"
                            + " `:segment=BYTES`; `auto` is as without.");

    static final Setting NODE =
            new Setting(
                    "coll.node",
                    Type.SWITCH,
                    "true",
                    "Whether blocking collectives use flags and data in shared memory instead of"
                            + " messages when all ranks of a communicator are on one node.");

    static final Setting TORUS =
            new Setting(
                    "coll.torus",
                    Type.TEXT,
                    null,
                    "Shape of the job, for algorithms on a torus (`mpiexec --torus`): extents with"
                            + " an x between, an m behind a dimension that does not come round, as"
                            + " `16x12x16` or `4mx4`; behind an @ the machine under it, as"
                            + " `3072@16x12x16`. Without it see docs/torus.md.");

    static final Setting TABLE =
            new Setting(
                    "coll.table",
                    Type.TEXT,
                    null,
                    "File of measured costs by which algorithms are chosen, or its lines with"
                            + " semicolons between (docs/collectives.md). The same on all ranks:"
                            + " mpiexec hands out what is in the file.");

    static final Setting PADDED_BYTES =
            new Setting(
                    "coll.padded.bytes",
                    Type.BYTES,
                    "67108864",
                    "What a rank may use meanwhile when `bruck` or `two-level` is forced for"
                            + " allToAllv or allToAllw, which pad all blocks to the longest; at"
                            + " most a quarter of its heap. The least of all ranks counts; when it"
                            + " is not enough `pairwise` runs (docs/collectives.md).");

    public static final Setting RANKS_PER_NODE =
            new Setting(
                    "coll.ranks.per.node",
                    Type.NUMBER,
                    "0",
                    "Two-level algorithms take so many ranks in a row for those of a node, to try"
                            + " them out; 0: those that are.");

    /** For {@link java.util.ServiceLoader}. */
    public CollectiveSettings() {}

    /** The name of the setting that forces an algorithm for calls of this kind. */
    public static String nameOf(CollectiveKind kind) {
        return "coll." + kind.name().toLowerCase(Locale.ROOT);
    }

    private static Setting algorithm(CollectiveKind kind) {
        String names =
                Catalogue.all(kind).stream()
                        .map(algorithm -> "`" + algorithm.name() + "`" + mark(algorithm))
                        .collect(Collectors.joining(", "));
        return new Setting(nameOf(kind), Type.TEXT, null, "Algorithm: " + names + ".");
    }

    /** Those that take {@code :segment=BYTES} have a mark on the page of settings. */
    private static String mark(Algorithm algorithm) {
        return algorithm.supportsSegments() ? "*" : "";
    }

    @Override
    public String title() {
        return "Collectives";
    }

    @Override
    public List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        settings.add(ALGORITHMS);
        settings.add(EXPLAIN);
        settings.add(NODE);
        settings.add(TORUS);
        settings.add(TABLE);
        settings.add(RANKS_PER_NODE);
        settings.add(PADDED_BYTES);
        for (CollectiveKind kind : CollectiveKind.values()) {
            settings.add(algorithm(kind));
        }
        return settings;
    }
}
