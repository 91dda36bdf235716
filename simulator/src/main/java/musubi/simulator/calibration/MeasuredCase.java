package musubi.simulator.calibration;

import musubi.coll.CollectiveKind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One algorithm and size, with the times of its batches. Belongs to one rank. */
final class MeasuredCase {
    final CollectiveKind kind;

    /** Forced algorithm, or {@link #AUTO}. */
    final String choice;

    final int bytes;

    /** The algorithm that ran, as reported by the communicator; null before the first call. */
    String ran;

    /** Calls of a batch. */
    int calls;

    private final List<Double> seconds = new ArrayList<>();

    static final String AUTO = "auto";

    MeasuredCase(CollectiveKind kind, String choice, long bytes) {
        this.kind = kind;
        this.choice = choice;
        this.bytes = Math.toIntExact(bytes);
    }

    void add(double each) {
        seconds.add(each);
    }

    /** Discards the times of all batches. */
    void forget() {
        seconds.clear();
    }

    boolean isForced() {
        return !choice.equals(AUTO);
    }

    /** Whether the forced algorithm ran, with the forced segment. */
    boolean isAsForced() {
        return !isForced() || ran != null && (ran + ":").startsWith(choice + ":");
    }

    double median() {
        return quantile(0.5);
    }

    /** The distance of the quartiles, as a part of the median. */
    double spread() {
        return (quantile(0.75) - quantile(0.25)) / median();
    }

    private double quantile(double part) {
        Collections.sort(seconds);
        double at = part * (seconds.size() - 1);
        double low = seconds.get((int) Math.floor(at));
        return low + (at - Math.floor(at)) * (seconds.get((int) Math.ceil(at)) - low);
    }
}
