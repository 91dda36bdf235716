package musubi.route;

import musubi.adi.PeerRoutes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Classes of message sizes with one choice each: the sizes at which the choice changes are found by
 * bisection on a grid of 64 sizes for each power of two, from 1 B to 1 MiB, from several starts.
 * Beyond 1 MiB messages travel in fragments of that size. Immutable.
 *
 * @param limits largest size of each class but the last; ascending
 * @param choices of each class
 */
record SizeClasses<T>(long[] limits, List<T> choices) {
    private static final int STEPS_PER_POWER = 64;
    private static final int MOST_POWER = 20;
    private static final int LAST = STEPS_PER_POWER * MOST_POWER;

    /** Between two starts a choice that is better in between only is not found. */
    private static final int STARTS = 10;

    /**
     * Finds the classes.
     *
     * @param best the choice for a size; equal choices are one
     */
    static <T> SizeClasses<T> find(LongFunction<T> best) {
        Search<T> search = new Search<>(best);
        T from = best.apply(size(0));
        for (int start = 0; start < STARTS; start++) {
            int end = (start + 1) * LAST / STARTS;
            T to = best.apply(size(end));
            search.between(start * LAST / STARTS, from, end, to);
            from = to;
        }
        search.add(LAST, from);
        search.joinNarrow();
        return search.result();
    }

    /** The size at a place of the grid. */
    private static long size(int place) {
        return Math.round(Math.pow(2, place / (double) STEPS_PER_POWER));
    }

    /** The smallest size of a class. */
    long least(int sizeClass) {
        return sizeClass == 0 ? 1 : limits[sizeClass - 1] + 1;
    }

    /** The largest size of a class. */
    long most(int sizeClass) {
        return sizeClass == limits.length ? size(LAST) : limits[sizeClass];
    }

    /** The classes with a class and the next one as one, of the choice of either. */
    SizeClasses<T> joined(int sizeClass, T choice) {
        List<T> left = new ArrayList<>(choices);
        left.remove(sizeClass + 1);
        left.set(sizeClass, choice);
        long[] fewer = new long[limits.length - 1];
        Arrays.setAll(fewer, i -> limits[i < sizeClass ? i : i + 1]);
        return new SizeClasses<>(fewer, List.copyOf(left));
    }

    /** The class of a size. */
    static int of(long bytes, long... limits) {
        int sizeClass = 0;
        while (sizeClass < limits.length && bytes > limits[sizeClass]) {
            sizeClass++;
        }
        return sizeClass;
    }

    /** A size in the middle of the class, on the grid. */
    long typical(int sizeClass) {
        return Math.round(Math.sqrt((double) least(sizeClass) * most(sizeClass)));
    }

    /** The last places of the classes found so far, and their choices. */
    private static final class Search<T> {
        private final LongFunction<T> best;
        private final List<Integer> ends = new ArrayList<>();
        private final List<T> choices = new ArrayList<>();

        Search(LongFunction<T> best) {
            this.best = best;
        }

        /** Adds the classes that end between two places with these choices. */
        void between(int low, T lower, int high, T higher) {
            if (lower.equals(higher)) {
                return;
            }
            if (high - low == 1) {
                add(low, lower);
                return;
            }
            int middle = (low + high) / 2;
            T there = best.apply(size(middle));
            between(low, lower, middle, there);
            between(middle, there, high, higher);
        }

        void add(int end, T choice) {
            ends.add(end);
            choices.add(choice);
        }

        /** Leaves as many classes as there may be: the narrowest become part of the next ones. */
        void joinNarrow() {
            while (ends.size() > PeerRoutes.MOST_CLASSES) {
                int narrowest = 0;
                for (int i = 1; i + 1 < ends.size(); i++) {
                    narrowest = width(i) < width(narrowest) ? i : narrowest;
                }
                ends.remove(narrowest);
                choices.remove(narrowest);
                joinEqual(narrowest);
            }
        }

        /** Joins a class with the one before if both have the same choice. */
        private void joinEqual(int i) {
            if (i > 0 && choices.get(i - 1).equals(choices.get(i))) {
                ends.remove(i - 1);
                choices.remove(i - 1);
            }
        }

        private int width(int i) {
            return ends.get(i) - (i == 0 ? -1 : ends.get(i - 1));
        }

        SizeClasses<T> result() {
            long[] limits = new long[ends.size() - 1];
            Arrays.setAll(limits, i -> size(ends.get(i)));
            return new SizeClasses<>(limits, List.copyOf(choices));
        }
    }
}
