package musubi.collectives.topology;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A torus or mesh of any number of dimensions with one rank on each node. Ranks count up in the
 * last dimension first, as in a cartesian communicator. Immutable.
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
                                "a torus needs at least 1 rank in each dimension, and at most 2^31"
                                        + " - 1 in all")
                        .with("extents", Arrays.toString(extents));
            }
        }
        size = (int) nodes;
    }

    /** A torus with wrap-around in each dimension. */
    public static Torus of(int... extents) {
        boolean[] wraps = new boolean[extents.length];
        Arrays.fill(wraps, true);
        return new Torus(extents, wraps);
    }

    /**
     * A torus with wrap-around in some dimensions.
     *
     * @param wraps whether each dimension wraps around
     * @throws MpiFailure of class DIMS for extents below 1
     */
    public static Torus of(int[] extents, boolean[] wraps) {
        return new Torus(extents, wraps);
    }

    /**
     * Parses the form of {@link #toString}: extents separated by x, with an m after each dimension
     * without wrap-around, for example {@code 16x12x16} or {@code 4mx4}.
     *
     * @throws MpiFailure of class ARG for malformed text, of class DIMS for extents of 0
     */
    public static Torus parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new MpiFailure(ErrorClass.ARG, "not the shape of a torus: " + text)
                    .advice(
                            "write extents separated by x, with an m after dimensions without"
                                    + " wrap-around: 16x12x16 or 4mx4");
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

    /** Whether a dimension wraps around. */
    public boolean wraps(int dimension) {
        return wraps[dimension];
    }

    /** Coordinate of a rank in a dimension. */
    public int coordinate(int rank, int dimension) {
        int below = 1;
        for (int d = extents.length - 1; d > dimension; d--) {
            below *= extents[d];
        }
        return rank / below % extents[dimension];
    }

    /** Coordinates of a rank. */
    public int[] coordinates(int rank) {
        int[] coordinates = new int[extents.length];
        int rest = rank;
        for (int d = extents.length - 1; d >= 0; d--) {
            coordinates[d] = rest % extents[d];
            rest /= extents[d];
        }
        return coordinates;
    }

    /** The rank at coordinates, modulo the extents. */
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

    /** For example {@code 16x12x16}; a dimension without wrap-around has an m: {@code 4mx4}. */
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

    /** The dimensions of extent 2 or more, in order. */
    public int[] axes() {
        return IntStream.range(0, extents.length).filter(d -> extents[d] > 1).toArray();
    }

    /** Whether each dimension of extent 2 or more wraps around. */
    public boolean hasNoEdges() {
        return Arrays.stream(axes()).allMatch(d -> wraps[d]);
    }

    /**
     * Whether each node has separate links for both directions of each dimension: no dimension has
     * an edge, and none has extent 2, with one link each way.
     */
    public boolean hasTwoLinksEach() {
        return Arrays.stream(axes()).allMatch(d -> wraps[d] && extents[d] > 2);
    }
}
