package musubi.collectives.topology;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.stream.IntStream;

/**
 * The logical torus of a job, and the physical torus whose links its messages use.
 *
 * @param logical the torus of the algorithms
 * @param physical the torus of the links
 */
public record TorusEmbedding(Torus logical, Torus physical) {
    private static final char OVER = '@';

    /** Both have the same number of nodes. */
    public TorusEmbedding {
        if (logical.size() != physical.size()) {
            throw new MpiFailure(ErrorClass.DIMS, "logical and physical torus differ in size")
                    .with("logical", logical, "nodes", logical.size(), "physical", physical)
                    .with("nodes", physical.size())
                    .advice("give both the same number of nodes");
        }
    }

    /** The identity: logical and physical torus are equal. */
    public static TorusEmbedding of(Torus torus) {
        return new TorusEmbedding(torus, torus);
    }

    /**
     * Parses the form of {@link #toString}: a torus, or the logical and the physical one with an @
     * between.
     *
     * @throws MpiFailure of class ARG for malformed text, of class DIMS for different numbers of
     *     nodes
     */
    public static TorusEmbedding parse(String text) {
        int over = text.indexOf(OVER);
        Torus nodes = Torus.parse(over < 0 ? text : text.substring(0, over));
        return new TorusEmbedding(nodes, over < 0 ? nodes : Torus.parse(text.substring(over + 1)));
    }

    /** Whether both tori are equal. */
    public boolean isIdentity() {
        return logical.equals(physical);
    }

    /** Physical node of each logical node: the same, or the next in snake order. */
    public int[] places() {
        return isIdentity()
                ? IntStream.range(0, logical.size()).toArray()
                : SnakeOrder.of(physical);
    }

    /** For example {@code 3072@16x12x16}. */
    @Override
    public String toString() {
        return isIdentity() ? logical.toString() : logical.toString() + OVER + physical;
    }
}
