package musubi.simulator.calibration;

import musubi.collectives.model.CostTable;
import musubi.collectives.model.HockneyLink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Fits L and B of each algorithm to samples, by least squares of the relative errors, for bands of
 * three sizes that follow each other, the last of each being the first of the next. Outliers have
 * less weight (Huber), and both numbers stay positive.
 */
public final class CostFit {
    private static final int BAND = 2;
    private static final int REPETITIONS = 8;

    /** Relative errors above it count linearly instead of squared. */
    private static final double USUAL_ERROR = 0.1;

    /** Least part of the time that latency and bytes each have. */
    private static final double LEAST_PART = 0.02;

    private static final double SINGULAR = 1e-9;

    /** The least value that the table's digits can express. */
    private static final double LEAST_LATENCY_S = 1e-9;

    private static final double LEAST_BYTES_PER_S = 1e5;
    private static final double MOST_BYTES_PER_S = 1e13;

    /** Sums of weighted products of relative starts, loads and times; relative times are 1. */
    private record Sums(double ss, double sl, double ll, double s, double l) {
        static Sums of(List<Sample> samples, double[] weights) {
            double[] sums = new double[5];
            for (int i = 0; i < weights.length; i++) {
                double starts = samples.get(i).starts() / samples.get(i).seconds();
                double load = samples.get(i).load() / samples.get(i).seconds();
                sums[0] += weights[i] * starts * starts;
                sums[1] += weights[i] * starts * load;
                sums[2] += weights[i] * load * load;
                sums[3] += weights[i] * starts;
                sums[4] += weights[i] * load;
            }
            return new Sums(sums[0], sums[1], sums[2], sums[3], sums[4]);
        }

        /** The best latency for a given time per byte. */
        double latency(double perByte) {
            return (s - sl * perByte) / ss;
        }

        /** The best time per byte for a given latency. */
        double perByte(double latency) {
            return ll == 0 ? 0 : (l - sl * latency) / ll;
        }

        /** The best latency; with one size only, latency and bytes get half of the time each. */
        double latency() {
            double det = ss * ll - sl * sl;
            if (det <= SINGULAR * ss * ll) {
                return s / ss / (ll == 0 ? 1 : 2);
            }
            return (s * ll - l * sl) / det;
        }
    }

    private CostFit() {}

    /** The lines of a table, in the order in which algorithms have their first samples. */
    public static List<CostTable.Line> lines(List<Sample> samples) {
        Map<String, List<Sample>> groups = new LinkedHashMap<>();
        for (Sample each : samples) {
            if (each.forced() && each.starts() > 0) {
                String key = each.kind() + " " + each.algorithm() + " " + each.ranks();
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(each);
            }
        }
        List<CostTable.Line> lines = new ArrayList<>();
        groups.values().forEach(group -> addBands(group, lines));
        return lines;
    }

    private static void addBands(List<Sample> samples, List<CostTable.Line> lines) {
        List<Long> sizes = List.copyOf(new TreeSet<>(samples.stream().map(Sample::bytes).toList()));
        Sample one = samples.getFirst();
        int last = sizes.size() - 1;
        for (int from = 0; from == 0 || from < last; from += BAND) {
            long least = sizes.get(from);
            long most = sizes.get(Math.min(from + BAND, last));
            List<Sample> band =
                    samples.stream().filter(s -> s.bytes() >= least && s.bytes() <= most).toList();
            HockneyLink link = fit(band);
            lines.add(new CostTable.Line(one.kind(), one.algorithm(), one.ranks(), most, link));
        }
    }

    /** L and B of samples of one algorithm. */
    static HockneyLink fit(List<Sample> samples) {
        double leastLatency = LEAST_PART * least(samples, Sample::starts);
        double leastPerByte = LEAST_PART * least(samples, Sample::load);
        double[] weights = new double[samples.size()];
        Arrays.fill(weights, 1);
        double latency = 0;
        double perByte = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            Sums sums = Sums.of(samples, weights);
            latency = Math.max(sums.latency(), leastLatency);
            perByte = sums.perByte(latency);
            if (perByte < leastPerByte) {
                perByte = leastPerByte;
                latency = Math.max(sums.latency(perByte), leastLatency);
            }
            for (int s = 0; s < weights.length; s++) {
                Sample each = samples.get(s);
                double time = each.starts() * latency + each.load() * perByte;
                double error = Math.abs(time / each.seconds() - 1);
                weights[s] = Math.min(1, USUAL_ERROR / error);
            }
        }
        return new HockneyLink(
                Math.max(latency, LEAST_LATENCY_S),
                Math.clamp(1 / perByte, LEAST_BYTES_PER_S, MOST_BYTES_PER_S));
    }

    /** The least time per unit; 0 where samples have no units. */
    private static double least(List<Sample> samples, ToDoubleFunction<Sample> units) {
        return samples.stream()
                .filter(each -> units.applyAsDouble(each) > 0)
                .mapToDouble(each -> each.seconds() / units.applyAsDouble(each))
                .min()
                .orElse(0);
    }
}
