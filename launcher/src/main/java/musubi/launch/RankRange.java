package musubi.launch;

import java.util.stream.IntStream;

/**
 * Ranks with neighbouring numbers.
 *
 * @param first the lowest
 * @param count how many; at least one
 */
record RankRange(int first, int count) {
    /** One rank. */
    static RankRange of(int rank) {
        return new RankRange(rank, 1);
    }

    /** Their numbers. */
    IntStream numbers() {
        return IntStream.range(first, first + count);
    }

    /** As in the tag of a line: {@code 3} or {@code 0-3}. */
    @Override
    public String toString() {
        return count == 1 ? Integer.toString(first) : first + "-" + (first + count - 1);
    }
}
