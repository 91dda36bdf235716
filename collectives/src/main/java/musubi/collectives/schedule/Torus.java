package musubi.collectives.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A torus or mesh of any number of dimensions, in which each node is one rank. Ranks count up in
 * the last dimension first, as in a cartesian communicator. Immutable.
 */
public final class Torus {
    private final int[] extents;
    private final boolean[] wraps;
    private final int size;

    private Torus(int[] extents, boolean[] wraps) {
        this.extents = extents.clone();
        this.wraps = wraps.clone();
        size = Arrays.stream(extents).reduce(1, Math::multiplyExact);
    }

    /** A torus: each dimension comes round. */
    public static Torus of(int... extents) {
        boolean[] wraps = new boolean[extents.length];
        Arrays.fill(wraps, true);
        return new Torus(extents, wraps);
    }

    /**
     * A network in which only some dimensions come round.
     *
     * @param wraps for each dimension whether it does
     */
    public static Torus of(int[] extents, boolean[] wraps) {
        return new Torus(extents, wraps);
    }

    /** Number of dimensions. */
    public int dimensions() {
        return extents.length;
    }

    /** Number of nodes. */
    public int size() {
        return size;
    }

    /** Number of nodes along a dimension. */
    public int extent(int dimension) {
        return extents[dimension];
    }

    /** Whether a dimension comes round. */
    public boolean wraps(int dimension) {
        return wraps[dimension];
    }

    /** Where a rank is along a dimension. */
    public int coordinate(int rank, int dimension) {
        int below = 1;
        for (int d = extents.length - 1; d > dimension; d--) {
            below *= extents[d];
        }
        return rank / below % extents[dimension];
    }

    /** Where a rank is. */
    public int[] coordinates(int rank) {
        int[] coordinates = new int[extents.length];
        int rest = rank;
        for (int d = extents.length - 1; d >= 0; d--) {
            coordinates[d] = rest % extents[d];
            rest /= extents[d];
        }
        return coordinates;
    }

    /** The rank at a place; coordinates may be beyond the edges of dimensions that come round. */
    public int rankAt(int... coordinates) {
        int rank = 0;
        for (int d = 0; d < extents.length; d++) {
            rank = rank * extents[d] + Math.floorMod(coordinates[d], extents[d]);
        }
        return rank;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Torus other
                && Arrays.equals(extents, other.extents)
                && Arrays.equals(wraps, other.wraps);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(extents);
    }

    /**
     * For example {@code 16x12x16}; a dimension that does not come round has an m: {@code 4mx4}.
     */
    @Override
    public String toString() {
        return IntStream.range(0, extents.length)
                .mapToObj(d -> extents[d] + (wraps[d] ? "" : "m"))
                .collect(Collectors.joining("x"));
    }

    /** The extents. */
    public List<Integer> extents() {
        return Arrays.stream(extents).boxed().toList();
    }
}
