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
 * Overrides by the user: for the job in the setting {@code coll.<kind>} or, for several kinds,
 * {@code coll}; for the communicator in a hint, which takes precedence.
 */
public final class OverrideSelector implements Selector {
    private static final List<CollectiveKind> KINDS = List.of(CollectiveKind.values());

    private final Map<CollectiveKind, AlgorithmOverride> overrides =
            new EnumMap<>(CollectiveKind.class);

    /**
     * The overrides of the settings.
     *
     * @throws MpiFailure of class ARG for malformed settings
     */
    public OverrideSelector(Function<String, String> setting) {
        readList(CollectiveSettings.ALGORITHMS.text(setting));
        for (CollectiveKind kind : KINDS) {
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
                throw new MpiFailure(ErrorClass.ARG, "no choice of an algorithm")
                        .with(source, text)
                        .advice("write kind=algorithm, for example bcast=binomial");
            }
            CollectiveKind kind = kind(word.substring(0, equals), source, text);
            force(kind, word.substring(equals + 1), source + ": " + kind.label());
        }
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.strip().split("\\s*,\\s*"));
    }

    private static CollectiveKind kind(String name, String source, String text) {
        String wanted = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        for (CollectiveKind kind : KINDS) {
            if (kind.label().equals(wanted)) {
                return kind;
            }
        }
        throw new MpiFailure(ErrorClass.ARG, "no such kind of collective")
                .with(source, text, "kind", name)
                .with("known", KINDS.stream().map(CollectiveKind::label).toList());
    }

    /**
     * Sets an override for later calls.
     *
     * @param text {@code name[:segment=BYTES]}, or {@code auto} for none
     * @param source setting or hint, for reports
     * @throws MpiFailure of class ARG for an unknown algorithm
     */
    public void force(CollectiveKind kind, String text, String source) {
        AlgorithmOverride override = AlgorithmOverride.parse(kind, text, source);
        if (override == null) {
            overrides.remove(kind);
        } else {
            overrides.put(kind, override);
        }
    }

    /** Whether a kind has an override. */
    public boolean forces(CollectiveKind kind) {
        return overrides.containsKey(kind);
    }

    @Override
    public SelectedAlgorithm select(Shape shape) {
        AlgorithmOverride override = overrides.get(shape.kind);
        return override == null ? null : override.select(shape);
    }
}
