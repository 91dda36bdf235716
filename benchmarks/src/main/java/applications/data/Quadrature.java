package applications.data;

import applications.data.TaskFarm.Outcome;
import applications.data.TaskFarm.Task;

/** Integrates sums of peaks by Simpson's rule, with intervals that are halved as required. */
final class Quadrature {
    private static final int PANELS = 16;

    /** The error of an interval, by its length and the number of peaks. */
    private static final double TOLERANCE = 1e-9;

    /** Of a panel, at most. */
    private static final int HALVINGS = 40;

    /** What the stack holds of an interval: its ends, and the integrand there and in the middle. */
    private static final int FIELDS = 5;

    private final double[] stack = new double[FIELDS * (HALVINGS + 2)];
    private int evaluations;

    Outcome process(Task task) {
        evaluations = 0;
        double[] integrals = new double[PANELS];
        double length = (task.upper() - task.lower()) / PANELS;
        for (int i = 0; i < PANELS; i++) {
            double start = task.lower() + i * length;
            integrals[i] = integrate(task.peaks(), start, start + length);
        }
        return new Outcome(task.number(), evaluations, integrals);
    }

    private double integrate(double[] peaks, double panelStart, double panelEnd) {
        double accuracy = 15 * TOLERANCE * (peaks.length / 2);
        double shortest = (panelEnd - panelStart) / (1L << HALVINGS);
        double middle = sum(peaks, (panelStart + panelEnd) / 2);
        push(0, panelStart, panelEnd, sum(peaks, panelStart), middle, sum(peaks, panelEnd));
        double integral = 0;
        int top = 0;
        while (top >= 0) {
            double start = stack[top];
            double end = stack[top + 1];
            double atStart = stack[top + 2];
            double atCenter = stack[top + 3];
            double atEnd = stack[top + 4];
            double length = end - start;
            double first = sum(peaks, start + length / 4);
            double last = sum(peaks, end - length / 4);
            double whole = length / 6 * (atStart + 4 * atCenter + atEnd);
            double halves = length / 12 * (atStart + 4 * first + 2 * atCenter + 4 * last + atEnd);
            if (Math.abs(halves - whole) <= accuracy * length || length <= shortest) {
                integral += halves + (halves - whole) / 15;
                top -= FIELDS;
            } else {
                double center = start + length / 2;
                push(top, center, end, atCenter, last, atEnd);
                push(top + FIELDS, start, center, atStart, first, atCenter);
                top += FIELDS;
            }
        }
        return integral;
    }

    private void push(
            int top, double start, double end, double atStart, double atCenter, double atEnd) {
        stack[top] = start;
        stack[top + 1] = end;
        stack[top + 2] = atStart;
        stack[top + 3] = atCenter;
        stack[top + 4] = atEnd;
    }

    /** The sum of peaks, with centres and widths, at a point. */
    private double sum(double[] peaks, double point) {
        evaluations++;
        double sum = 0;
        for (int i = 0; i < peaks.length; i += 2) {
            double distance = point - peaks[i];
            double width = peaks[i + 1];
            sum += width / (distance * distance + width * width);
        }
        return sum;
    }
}
