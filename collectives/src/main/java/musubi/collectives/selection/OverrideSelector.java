package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What the user has said about a communicator: for the job in the setting {@code coll.<kind>} or in
 * {@code coll} for several kinds at once, or for the communicator in a hint, which wins.
 */
public final class OverrideSelector implements Selector {
    private final Map<CollectiveKind, AlgorithmOverride> wishes =
            new EnumMap<>(CollectiveKind.class);

    /**
     * What the settings say.
     *
     * @throws MpiFailure of class ARG when they are wrong
     */
    public OverrideSelector(Function<String, String> setting) {
        readList(CollectiveSettings.ALGORITHMS.text(setting));
        for (CollectiveKind kind : CollectiveKind.values()) {
            String name = CollectiveSettings.nameOf(kind);
            String text = setting.apply(name);
            if (text != null) {
                force(kind, text, "musubi." + name);
            }
        }
    }

    private void readList(String text) {
        String source = CollectiveSettings.ALGORITHMS.property();
        for (String word : text == null || text.isBlank() ? List.<String>of() : words(text)) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw new MpiFailure(
                        ErrorClass.ARG,
                        "no choice of an algorithm: "
                                + source
                                + "="
                                + text
                                + "; write kind=algorithm, for example bcast=binomial");
            }
            CollectiveKind kind = kind(word.substring(0, equals), source + "=" + text);
            force(kind, word.substring(equals + 1), source + ": " + kindName(kind));
        }
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.strip().split("\\s*,\\s*"));
    }

    private static CollectiveKind kind(String name, String where) {
        String wanted = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        for (CollectiveKind kind : CollectiveKind.values()) {
            if (kindName(kind).equals(wanted)) {
                return kind;
            }
        }
        throw new MpiFailure(
                ErrorClass.ARG,
                "no such kind of collective: "
                        + where
                        + " kind="
                        + name
                        + " known="
                        + Arrays.stream(CollectiveKind.values())
                                .map(OverrideSelector::kindName)
                                .toList());
    }

    private static String kindName(CollectiveKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Forces an algorithm from now on.
     *
     * @param text {@code name[:segment=BYTES]}, or {@code auto} for none
     * @param source where the user has said so
     * @throws MpiFailure of class ARG when there is no such algorithm
     */
    public void force(CollectiveKind kind, String text, String source) {
        AlgorithmOverride wish = AlgorithmOverride.parse(kind, text, source);
        if (wish == null) {
            wishes.remove(kind);
        } else {
            wishes.put(kind, wish);
        }
    }

    /** Whether the user has said something about this kind. */
    public boolean forces(CollectiveKind kind) {
        return wishes.containsKey(kind);
    }

    @Override
    public SelectedAlgorithm select(Shape shape) {
        AlgorithmOverride wish = wishes.get(shape.kind);
        return wish == null ? null : wish.select(shape);
    }
}
