package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The shape of a job for collective algorithms on a torus, from {@code --torus}. The ranks read it
 * as a setting and check it again ({@code JobTorus} in the collectives).
 */
final class TorusShape {
    /** The variable of the setting {@code coll.torus}. */
    static final String VARIABLE = "MUSUBI_COLL_TORUS";

    private static final String TORUS = "[0-9]{1,9}m?(x[0-9]{1,9}m?)*";
    private static final Pattern SHAPE = Pattern.compile(TORUS + "(@" + TORUS + ")?");

    private TorusShape() {}

    /** The value of the option, or null. */
    static String of(List<CommandLinePart> parts) {
        return ParsedOptions.ofAll(parts).last(Option.TORUS, null);
    }

    /**
     * Checks the shape.
     *
     * @param shape the value of the option, or null
     * @throws LaunchFailure if it is malformed or has another number of ranks
     */
    static void check(String shape, long ranks) {
        if (shape == null) {
            return;
        }
        if (!SHAPE.matcher(shape).matches()) {
            throw LaunchFailure.usage("not the shape of a torus")
                    .with("--torus", shape)
                    .advice(
                            "write extents separated by x, with m after a dimension without"
                                    + " wrap-around, and the shape of the machine after @:"
                                    + " 16x12x16, 4mx4 or 3072@16x12x16");
        }
        for (String part : shape.split("@")) {
            checkSize(shape, part, ranks);
        }
    }

    private static void checkSize(String shape, String part, long ranks) {
        double product = 1;
        for (String extent : part.replace("m", "").split("x")) {
            product *= Integer.parseInt(extent);
        }
        if (product != ranks) {
            throw LaunchFailure.usage("the torus and the job differ in the number of ranks")
                    .with("--torus", shape)
                    .with("holds", Math.round(product))
                    .with("n", ranks)
                    .advice("give extents whose product is " + ranks);
        }
    }
}
