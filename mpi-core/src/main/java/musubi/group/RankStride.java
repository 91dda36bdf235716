package musubi.group;

/** first, first + step, first + 2 step, … */
final class RankStride extends RankMap {
    private final int first;
    private final int step;
    private final int size;

    RankStride(int first, int step, int size) {
        this.first = first;
        this.step = step;
        this.size = size;
    }

    int step() {
        return step;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int worldRank(int rank) {
        return first + rank * step;
    }

    @Override
    public int rankOf(int worldRank) {
        int distance = worldRank - first;
        if (size == 0 || distance % step != 0) {
            return -1;
        }
        int rank = distance / step;
        return rank >= 0 && rank < size ? rank : -1;
    }

    @Override
    RankMap within(RankStride larger) {
        return new RankStride(larger.worldRank(first), step * larger.step, size);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankStride that
                && first == that.first
                && step == that.step
                && size == that.size;
    }

    @Override
    public int hashCode() {
        return (first * 31 + step) * 31 + size;
    }
}
