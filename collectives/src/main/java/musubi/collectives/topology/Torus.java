package musubi.collectives.topology;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A torus or mesh of any number of dimensions, in which each node is one rank. Ranks count up in
 * the last dimension first, as in a cartesian communicator. Immutable.
 */
public final class Torus {
    private static final Pattern TEXT = Pattern.compile("[0-9]{1,9}m?(x[0-9]{1,9}m?)*");

    private final int[] extents;
    private final boolean[] wraps;
    private final int size;

    private Torus(int[] extents, boolean[] wraps) {
        this.extents = extents.clone();
        this.wraps = Arrays.copyOf(wraps, extents.length);
        long nodes = 1;
        for (int extent : extents) {
            nodes = extent < 1 ? 0 : nodes * extent;
            if (nodes < 1 || nodes > Integer.MAX_VALUE) {
                throw new MpiFailure(
                        ErrorClass.DIMS,
                        "a torus needs at least 1 rank in each dimension, and at most 2^31 - 1 in"
                                + " all: extents="
                                + Arrays.toString(extents));
            }
        }
        size = (int) nodes;
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
     * @throws MpiFailure of class DIMS when an extent is not positive
     */
    public static Torus of(int[] extents, boolean[] wraps) {
        return new Torus(extents, wraps);
    }

    /**
     * Reads what {@link #toString} writes: extents with an x between, and an m behind each
     * dimension that does not come round, for example {@code 16x12x16} or {@code 4mx4}.
     *
     * @throws MpiFailure of class ARG when it is none, of class DIMS when an extent is 0
     */
    public static Torus parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "not the shape of a torus: "
                            + text
                            + "; write the extents of its dimensions with an x between, and an m"
                            + " behind one that does not come round: 16x12x16 or 4mx4");
        }
        String[] words = text.split("x");
        int[] extents = new int[words.length];
        boolean[] wraps = new boolean[words.length];
        for (int d = 0; d < words.length; d++) {
            wraps[d] = !words[d].endsWith("m");
            String digits = words[d].substring(0, words[d].length() - (wraps[d] ? 0 : 1));
            extents[d] = Integer.parseInt(digits);
        }
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

    /** The dimensions along which there are at least two nodes, in order. */
    public int[] axes() {
        return IntStream.range(0, extents.length).filter(d -> extents[d] > 1).toArray();
    }

    /** Whether each dimension with two nodes or more comes round. */
    public boolean hasNoEdges() {
        return Arrays.stream(axes()).allMatch(d -> wraps[d]);
    }

    /**
     * Whether each node has links of its own for both directions of each dimension: no dimension
     * has an edge, and none has only two nodes, between which there is one link each way.
     */
    public boolean hasTwoLinksEach() {
        return Arrays.stream(axes()).allMatch(d -> wraps[d] && extents[d] > 2);
    }
}
