package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

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
            throw wrong(
                    "no such algorithm",
                    source,
                    text,
                    "known=" + Catalogue.all(kind).stream().map(Algorithm::name).toList());
        }
        long segment = UNSPECIFIED;
        for (int i = 1; i < words.length; i++) {
            if (!words[i].startsWith(SEGMENT)) {
                throw wrong(
                        "no such option of an algorithm", source, text, "known=[segment=BYTES]");
            }
            segment = bytes(words[i].substring(SEGMENT.length()), source, text);
        }
        if (segment > 0 && !algorithm.supportsSegments()) {
            throw wrong(
                    "the algorithm does not cut messages into segments",
                    source,
                    text,
                    "those that do="
                            + Catalogue.all(kind).stream()
                                    .filter(Algorithm::supportsSegments)
                                    .map(Algorithm::name)
                                    .toList());
        }
        return new AlgorithmOverride(algorithm, segment, source);
    }

    private static long bytes(String text, String source, String all) {
        try {
            long bytes = Long.parseLong(text);
            if (bytes >= 0) {
                return bytes;
            }
        } catch (NumberFormatException _) {
            // The same failure as for a negative number.
        }
        throw wrong(
                "no number of bytes",
                source,
                all,
                "give a whole number, 0 for messages that are not cut: segment=" + text);
    }

    private static MpiFailure wrong(String what, String source, String text, String help) {
        return new MpiFailure(ErrorClass.ARG, what + ": " + source + "=" + text + " " + help);
    }

    /** The selected algorithm for calls of a shape. */
    SelectedAlgorithm select(Shape shape) {
        return segmentBytes == UNSPECIFIED
                ? SelectedAlgorithm.of(algorithm, shape, source)
                : new SelectedAlgorithm(algorithm, segmentBytes, source);
    }
}
