package musubi.topo;

import java.util.ArrayList;
import java.util.List;

/** All grids of 0 to 4 dimensions with 1 to 3 ranks in each, in all mixes of periodic or not. */
final class Grids {
    private static final int MOST_DIMENSIONS = 4;
    private static final int LARGEST = 3;

    private Grids() {}

    static List<CartTopology> all() {
        List<CartTopology> grids = new ArrayList<>();
        for (int d = 0; d <= MOST_DIMENSIONS; d++) {
            for (int[] dims : counted(d, LARGEST)) {
                for (boolean[] periods : flags(d)) {
                    grids.add(CartTopology.of(dims, periods, Integer.MAX_VALUE));
                }
            }
        }
        return grids;
    }

    /** All arrays of a length. */
    static List<boolean[]> flags(int length) {
        List<boolean[]> all = new ArrayList<>();
        for (int[] numbers : counted(length, 2)) {
            boolean[] flags = new boolean[length];
            for (int i = 0; i < length; i++) {
                flags[i] = numbers[i] == 2;
            }
            all.add(flags);
        }
        return all;
    }

    /** All arrays of a length with numbers from 1 to a limit, the last one varying fastest. */
    static List<int[]> counted(int length, int limit) {
        int[] limits = new int[length];
        java.util.Arrays.fill(limits, limit);
        List<int[]> from0 = places(limits);
        for (int[] place : from0) {
            for (int i = 0; i < length; i++) {
                place[i]++;
            }
        }
        return from0;
    }

    /** All coordinates of a grid in row-major order, counted like an odometer. */
    static List<int[]> places(int[] dims) {
        List<int[]> places = new ArrayList<>();
        int[] place = new int[dims.length];
        boolean more = true;
        while (more) {
            places.add(place.clone());
            more = false;
            for (int d = dims.length - 1; d >= 0 && !more; d--) {
                place[d] = (place[d] + 1) % dims[d];
                more = place[d] != 0;
            }
        }
        return places;
    }
}
