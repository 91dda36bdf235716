package applications.frame;

/**
 * Items that are divided into contiguous blocks, one for each part, whose sizes differ by at most
 * one.
 */
public record Blocks(int count, int parts) {
    /** Blocks of at least one item for each of a number of ranks. */
    public static Blocks filled(String option, int count, int ranks) {
        if (ranks > count) {
            throw new IllegalArgumentException(
                    option + " " + count + " takes at most " + count + " ranks, not " + ranks);
        }
        return new Blocks(count, ranks);
    }

    /** The first item of a part; that of the part after the last is the number of items. */
    public int start(int part) {
        return (int) ((long) count * part / parts);
    }

    public int size(int part) {
        return start(part + 1) - start(part);
    }

    /** The size of the largest block. */
    public int largest() {
        return (int) (((long) count + parts - 1) / parts);
    }
}
