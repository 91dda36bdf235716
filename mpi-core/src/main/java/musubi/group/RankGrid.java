package musubi.group;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Ranks in nested loops, as those of a sub-grid are: first + i0 step0 + i1 step1 + …, where i0 goes
 * fastest. Some 130 bytes, whatever its size.
 */
final class RankGrid extends RankMap {
    private final int first;
    private final int size;

    /** Innermost loop first. */
    private final int[] counts;

    private final int[] steps;

    /** The loops by the length of their steps, the longest first. */
    private final int[] byStep;

    RankGrid(int first, int[] counts, int[] steps, int size) {
        this.first = first;
        this.size = size;
        this.counts = counts;
        this.steps = steps;
        byStep = byStep(steps);
    }

    private static int[] byStep(int[] steps) {
        return IntStream.range(0, steps.length)
                .boxed()
                .sorted(Comparator.comparingInt(loop -> -Math.abs(steps[loop])))
                .mapToInt(loop -> loop)
                .toArray();
    }

    /** Whether each step is longer than all that the loops with shorter steps reach together. */
    static boolean isOrderly(int[] counts, int[] steps) {
        int[] order = byStep(steps);
        long reach = 0;
        for (int i = order.length - 1; i >= 0; i--) {
            long step = Math.abs(steps[order[i]]);
            if (step <= reach) {
                return false;
            }
            reach += step * (counts[order[i]] - 1);
        }
        return true;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int worldRank(int rank) {
        int worldRank = first;
        int left = rank;
        int last = counts.length - 1;
        for (int loop = 0; loop < last; loop++) {
            int outer = left / counts[loop];
            worldRank += (left - outer * counts[loop]) * steps[loop];
            left = outer;
        }
        return worldRank + left * steps[last];
    }

    @Override
    public int rankOf(int worldRank) {
        int left = worldRank - lowest();
        int rank = 0;
        for (int loop : byStep) {
            int step = steps[loop];
            int index = left / Math.abs(step);
            if (left < 0 || index >= counts[loop]) {
                return -1;
            }
            left -= index * Math.abs(step);
            rank += (step < 0 ? counts[loop] - 1 - index : index) * membersPerStep(loop);
        }
        return left == 0 && rank < size ? rank : -1;
    }

    /** The lowest world rank of all indices. */
    private int lowest() {
        int lowest = first;
        for (int loop = 0; loop < steps.length; loop++) {
            lowest += Math.min(0, steps[loop]) * (counts[loop] - 1);
        }
        return lowest;
    }

    /** How many members a step of the loop is. */
    private int membersPerStep(int loop) {
        int places = 1;
        for (int inner = 0; inner < loop; inner++) {
            places *= counts[inner];
        }
        return places;
    }

    @Override
    RankMap within(RankStride larger) {
        int[] longer = Arrays.stream(steps).map(step -> step * larger.step()).toArray();
        return new RankGrid(larger.worldRank(first), counts, longer, size);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankGrid that
                && first == that.first
                && size == that.size
                && Arrays.equals(counts, that.counts)
                && Arrays.equals(steps, that.steps);
    }

    @Override
    public int hashCode() {
        return (first * 31 + Arrays.hashCode(counts)) * 31 + Arrays.hashCode(steps);
    }
}
