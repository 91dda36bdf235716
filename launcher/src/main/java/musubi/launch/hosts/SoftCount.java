package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.util.TreeSet;

/**
 * The numbers of ranks that {@code -soft} allows: triplets {@code first[:last[:step]]}, separated
 * by commas.
 */
final class SoftCount {
    private static final int LARGEST = 1 << 20;

    private SoftCount() {}

    /**
     * The largest allowed number that fits, else the smallest.
     *
     * @param triplets the value of -soft
     * @param requested the value of -n; 0 without it
     * @param room the number of slots
     */
    static int choose(String triplets, int requested, int room) {
        TreeSet<Integer> allowed = new TreeSet<>();
        for (String triplet : triplets.split(",", -1)) {
            add(triplet, triplets, allowed);
        }
        if (requested > 0) {
            allowed.tailSet(requested, false).clear();
        }
        allowed.headSet(1).clear();
        if (allowed.isEmpty()) {
            throw LaunchFailure.usage("no number of ranks is allowed")
                    .with("-soft", triplets)
                    .with("-n", requested)
                    .advice("give a number from 1 to -n");
        }
        Integer fitting = allowed.floor(room);
        return fitting == null ? allowed.first() : fitting;
    }

    private static void add(String triplet, String all, TreeSet<Integer> allowed) {
        if (!triplet.matches("[0-9]{1,6}(:[0-9]{1,6}(:-?[1-9][0-9]{0,5})?)?")) {
            throw wrong(triplet, all);
        }
        String[] words = triplet.split(":");
        int first = Integer.parseInt(words[0]);
        int last = words.length > 1 ? Integer.parseInt(words[1]) : first;
        int step = words.length > 2 ? Integer.parseInt(words[2]) : 1;
        if (last > LARGEST) {
            throw wrong(triplet, all);
        }
        for (int n = first; step > 0 ? n <= last : n >= last; n += step) {
            allowed.add(n);
        }
    }

    private static LaunchFailure wrong(String triplet, String all) {
        return LaunchFailure.usage("not a set of numbers")
                .with("-soft", all)
                .with("triplet", "'" + triplet + "'")
                .advice("write first:last:step, for example 2:16:2, separated by commas");
    }
}
