package musubi.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The members of one colour, in the order of their keys, found without looking at each rank: where
 * colours and keys go on regularly, some of their loops change the colour, and the members of one
 * are all steps of the others.
 *
 * <pre>
 *   ranks 0 to 5, colour rank / 3, key -rank:  the inner loop, of 3, leaves the colour as it is
 *   members of colour 1:  first 5, 3 steps of -1
 * </pre>
 */
public final class ColourMembers {
    /** A loop of the pattern that has more than one step. */
    private record Loop(int period, int count, long colourStep, long keyStep) {}

    private final List<Loop> free = new ArrayList<>();
    private final List<Loop> fixed = new ArrayList<>();

    private ColourMembers(Progression pattern, int size) {
        for (int i = 0; i < pattern.loops(); i++) {
            Loop loop =
                    new Loop(
                            pattern.period(i),
                            pattern.count(i, size),
                            pattern.stepA(i),
                            pattern.stepB(i));
            if (loop.count > 1) {
                (loop.colourStep == 0 ? free : fixed).add(loop);
            }
        }
    }

    /**
     * The ranks with the colour of this one.
     *
     * @param pattern the colour and the key of each rank
     * @param size how many ranks there are
     * @return null when arithmetic does not find them
     */
    public static RankMap of(Progression pattern, int size, int rank) {
        int loops = pattern.loops();
        if (loops > 0 && size % pattern.period(loops - 1) != 0) {
            return null;
        }
        ColourMembers part = new ColourMembers(pattern, size);
        part.fixed.sort(Comparator.comparingLong(loop -> Math.abs(loop.colourStep)));
        part.free.sort(ColourMembers::byKey);
        List<Loop> withKeys = part.free.stream().filter(loop -> loop.keyStep != 0).toList();
        boolean isOrderly =
                isOrderly(part.fixed.stream().map(Loop::colourStep).toList(), part.fixed)
                        && isOrderly(withKeys.stream().map(Loop::keyStep).toList(), withKeys);
        return isOrderly ? part.members(rank) : null;
    }

    /** The fastest first: equal keys go by rank, and the longest steps of the key go slowest. */
    private static int byKey(Loop one, Loop other) {
        int keys = Long.compare(Math.abs(one.keyStep), Math.abs(other.keyStep));
        return keys != 0 ? keys : Integer.compare(one.period, other.period);
    }

    /** Whether each step is longer than all that the loops before it reach together. */
    private static boolean isOrderly(List<Long> steps, List<Loop> loops) {
        long reach = 0;
        for (int i = 0; i < loops.size(); i++) {
            long step = Math.abs(steps.get(i));
            if (step <= reach) {
                return false;
            }
            reach += step * (loops.get(i).count - 1);
        }
        return true;
    }

    private RankMap members(int rank) {
        int first = rank;
        int size = 1;
        List<int[]> dimensions = new ArrayList<>();
        for (Loop loop : free) {
            int index = rank / loop.period % loop.count;
            boolean descends = loop.keyStep < 0;
            first += (descends ? loop.count - 1 - index : -index) * loop.period;
            add(dimensions, loop.count, descends ? -loop.period : loop.period);
            size *= loop.count;
        }
        int[] counts = dimensions.stream().mapToInt(d -> d[0]).toArray();
        int[] steps = dimensions.stream().mapToInt(d -> d[1]).toArray();
        return RankMap.of(first, counts, steps, size);
    }

    /** Adds a loop around the others, or makes the last one longer when it goes on in it. */
    private static void add(List<int[]> dimensions, int count, int step) {
        int[] last = dimensions.isEmpty() ? null : dimensions.getLast();
        if (last != null && last[0] * last[1] == step) {
            last[0] *= count;
        } else {
            dimensions.add(new int[] {count, step});
        }
    }
}
