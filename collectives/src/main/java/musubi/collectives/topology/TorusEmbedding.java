package musubi.collectives.topology;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.stream.IntStream;

/**
 * The torus that a job sees, and the one whose links its messages take.
 *
 * @param logical as algorithms see them
 * @param physical as messages find them
 */
public record TorusEmbedding(Torus logical, Torus physical) {
    private static final char OVER = '@';

    /** Has to have as many nodes as are seen. */
    public TorusEmbedding {
        if (logical.size() != physical.size()) {
            throw new MpiFailure(
                    ErrorClass.DIMS,
                    "a job cannot be laid over a machine of another size: "
                            + logical
                            + " has "
                            + logical.size()
                            + " nodes, "
                            + physical
                            + " has "
                            + physical.size()
                            + "; give both as many nodes");
        }
    }

    /** A job that sees the torus as it is. */
    public static TorusEmbedding of(Torus torus) {
        return new TorusEmbedding(torus, torus);
    }

    /**
     * Reads what {@link #toString} writes: a torus, or one over another one with an @ between.
     *
     * @throws MpiFailure of class ARG when it is none, of class DIMS when the two have different
     *     numbers of nodes
     */
    public static TorusEmbedding parse(String text) {
        int over = text.indexOf(OVER);
        Torus nodes = Torus.parse(over < 0 ? text : text.substring(0, over));
        return new TorusEmbedding(nodes, over < 0 ? nodes : Torus.parse(text.substring(over + 1)));
    }

    /** Whether the job sees the machine as it is. */
    public boolean isIdentity() {
        return logical.equals(physical);
    }

    /** For each node of the job the one of the machine: the same, or the next in snake order. */
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
