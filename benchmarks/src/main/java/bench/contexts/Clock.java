package bench.contexts;

import musubi.connect.EvictionPolicy;

import java.util.function.IntPredicate;

/** The CLOCK policy: evicts contexts unused since the last turn of the hand (Corbató 1968). */
final class Clock implements EvictionPolicy {
    private final boolean[] used;
    private int hand;

    Clock(int peers) {
        used = new boolean[peers];
    }

    @Override
    public void used(int context, long now) {
        used[context] = true;
    }

    @Override
    public int choose(int[] open, int count, IntPredicate isIdle, long now) {
        for (int turn = 0; turn <= 2 * count; turn++) {
            int place = hand++ % count;
            if (isIdle.test(open[place]) && !used[open[place]]) {
                return place;
            }
            used[open[place]] = false;
        }
        return hand % count;
    }
}
