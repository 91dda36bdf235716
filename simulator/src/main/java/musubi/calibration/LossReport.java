package musubi.calibration;

import musubi.coll.CollectiveKind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What the choice of each kind and size loses against the best algorithm that can be forced. */
public final class LossReport {
    private static final double MICRO = 1e6;

    /** Headings of the columns of {@link #lines}. */
    private static final List<String> HEADING =
            List.of(
                    "| kind | ranks | bytes | chosen | us | best forced | us | loss | spread |",
                    "|---|---|---|---|---|---|---|---|---|");

    private LossReport() {}

    /** A table in Markdown; loss below 0: what was chosen cannot be forced, or noise. */
    public static List<String> lines(List<Sample> samples) {
        List<String> lines = new ArrayList<>(HEADING);
        for (Sample chosen : samples) {
            if (!chosen.forced()) {
                lines.add(line(chosen, best(samples, chosen)));
            }
        }
        return lines;
    }

    /** The loss of the choice, as a part of the time of the best; below 0 where it is faster. */
    static double loss(Sample chosen, Sample best) {
        return chosen.seconds() / best.seconds() - 1;
    }

    private static Sample best(List<Sample> samples, Sample chosen) {
        CollectiveKind kind = chosen.kind();
        return samples.stream()
                .filter(s -> s.forced() && s.kind() == kind && s.bytes() == chosen.bytes())
                .min(Comparator.comparingDouble(Sample::seconds))
                .orElse(chosen);
    }

    private static String line(Sample chosen, Sample best) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %s | %.2f | %s | %.2f | %.0f %% | %.0f %%, %.0f %% |",
                chosen.kind().name().toLowerCase(Locale.ROOT),
                chosen.ranks(),
                chosen.bytes(),
                chosen.choice(),
                chosen.seconds() * MICRO,
                best.choice(),
                best.seconds() * MICRO,
                loss(chosen, best) * 100,
                chosen.spread() * 100,
                best.spread() * 100);
    }
}
