package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.List;
import java.util.function.Predicate;

/**
 * An algorithm forced by the user: {@code name} or {@code name:segment=BYTES}.
 *
 * @param algorithm the algorithm
 * @param segmentBytes bytes of a segment, 0 for unsegmented messages, {@link #UNSPECIFIED} for the
 *     default of the algorithm
 * @param source setting or hint, for reports
 */
record AlgorithmOverride(Algorithm algorithm, long segmentBytes, String source) {
    static final long UNSPECIFIED = -1;

    private static final String SEGMENT = "segment=";
    private static final String AUTO = "auto";

    /**
     * Parses an override.
     *
     * @return null for {@code auto}
     * @throws MpiFailure of class ARG for an unknown algorithm or option
     */
    static AlgorithmOverride parse(CollectiveKind kind, String text, String source) {
        String[] words = text.strip().split(":", -1);
        if (words.length == 1 && words[0].equals(AUTO)) {
            return null;
        }
        Algorithm algorithm = Catalogue.find(kind, words[0]);
        if (algorithm == null) {
            throw malformed("no such algorithm", source, text)
                    .with("known", names(kind, _ -> true));
        }
        long segment = UNSPECIFIED;
        for (int i = 1; i < words.length; i++) {
            if (!words[i].startsWith(SEGMENT)) {
                throw malformed("no such option of an algorithm", source, text)
                        .with("known", "[segment=BYTES]");
            }
            segment = bytes(words[i].substring(SEGMENT.length()));
            if (segment < 0) {
                throw malformed("no number of bytes", source, text)
                        .advice("give a whole number, 0 for unsegmented messages");
            }
        }
        if (segment > 0 && !algorithm.supportsSegments()) {
            throw malformed("the algorithm has no segments", source, text)
                    .with("with segments", names(kind, Algorithm::supportsSegments));
        }
        return new AlgorithmOverride(algorithm, segment, source);
    }

    private static List<String> names(CollectiveKind kind, Predicate<Algorithm> condition) {
        return Catalogue.all(kind).stream().filter(condition).map(Algorithm::name).toList();
    }

    /** A number of bytes; negative if malformed. */
    private static long bytes(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static MpiFailure malformed(String what, String source, String text) {
        return new MpiFailure(ErrorClass.ARG, what).with(source, text);
    }

    /** The selected algorithm for calls of a shape. */
    SelectedAlgorithm select(Shape shape) {
        return segmentBytes == UNSPECIFIED
                ? SelectedAlgorithm.of(algorithm, shape, source)
                : new SelectedAlgorithm(algorithm, segmentBytes, source);
    }
}
