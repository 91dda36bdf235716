package musubi.simulator.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Loss of the choice against the best forced algorithm, for each kind and size. */
public final class LossReport {
    private static final double MICRO = 1e6;
    private static final double MUCH = 0.1;

    /** Headings of the columns of {@link #lines}. */
    private static final List<String> HEADING =
            List.of(
                    "| kind | ranks | bytes | chosen | us | best forced | us | loss | spread | sure"
                            + " |",
                    "|---|---|---|---|---|---|---|---|---|---|");

    private LossReport() {}

    /**
     * A table in Markdown. The choice is also measured by force, where possible, and that time
     * counts, as the minimum of the others is biased. Loss below 0: the choice cannot be forced, or
     * noise. Sure: more than a tenth, with disjoint quartiles.
     */
    public static List<String> lines(List<Sample> samples) {
        List<String> lines = new ArrayList<>(HEADING);
        for (Sample chosen : samples) {
            if (!chosen.forced()) {
                lines.add(line(forced(samples, chosen), best(samples, chosen)));
            }
        }
        return lines;
    }

    /**
     * The sample of the choice's algorithm and segment by force; the choice itself when it cannot
     * be forced.
     */
    private static Sample forced(List<Sample> samples, Sample chosen) {
        return samples.stream()
                .filter(s -> s.forced() && isSameCall(s, chosen))
                .filter(s -> s.choice().equals(chosen.choice()))
                .findFirst()
                .orElse(chosen);
    }

    private static boolean isSameCall(Sample one, Sample other) {
        return one.kind() == other.kind() && one.bytes() == other.bytes();
    }

    /** The loss of the choice, as a part of the time of the best; below 0 where it is faster. */
    static double loss(Sample chosen, Sample best) {
        return chosen.seconds() / best.seconds() - 1;
    }

    private static Sample best(List<Sample> samples, Sample chosen) {
        return samples.stream()
                .filter(s -> s.forced() && isSameCall(s, chosen))
                .min(Comparator.comparingDouble(Sample::seconds))
                .orElse(chosen);
    }

    private static boolean isSure(Sample chosen, Sample best) {
        double least = chosen.seconds() * (1 - chosen.spread() / 2);
        double most = best.seconds() * (1 + best.spread() / 2);
        return loss(chosen, best) > MUCH && least > most;
    }

    private static String line(Sample chosen, Sample best) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %s | %.2f | %s | %.2f | %.0f %% | %.0f %%, %.0f %% | %s |",
                chosen.kind().name().toLowerCase(Locale.ROOT),
                chosen.ranks(),
                chosen.bytes(),
                chosen.choice(),
                chosen.seconds() * MICRO,
                best.choice(),
                best.seconds() * MICRO,
                loss(chosen, best) * 100,
                chosen.spread() * 100,
                best.spread() * 100,
                isSure(chosen, best) ? "yes" : "");
    }
}
