package musubi.collectives.schedule;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.stream.IntStream;

/**
 * The torus that a job sees, and the one whose links its messages take.
 *
 * @param nodes as algorithms see them
 * @param machine as messages find them
 */
public record LaidTorus(Torus nodes, Torus machine) {
    private static final char OVER = '@';

    /** Has to have as many nodes as are seen. */
    public LaidTorus {
        if (nodes.size() != machine.size()) {
            throw new MpiFailure(
                    ErrorClass.DIMS,
                    "a job cannot be laid over a machine of another size: "
                            + nodes
                            + " has "
                            + nodes.size()
                            + " nodes, "
                            + machine
                            + " has "
                            + machine.size()
                            + "; give both as many nodes");
        }
    }

    /** A job that sees the torus as it is. */
    public static LaidTorus of(Torus torus) {
        return new LaidTorus(torus, torus);
    }

    /**
     * Reads what {@link #toString} writes: a torus, or one over another one with an @ between.
     *
     * @throws MpiFailure of class ARG when it is none, of class DIMS when the two have different
     *     numbers of nodes
     */
    public static LaidTorus parse(String text) {
        int over = text.indexOf(OVER);
        Torus nodes = Torus.parse(over < 0 ? text : text.substring(0, over));
        return new LaidTorus(nodes, over < 0 ? nodes : Torus.parse(text.substring(over + 1)));
    }

    /** Whether the job sees the machine as it is. */
    public boolean isSame() {
        return nodes.equals(machine);
    }

    /** For each node of the job the one of the machine: the same, or the next in snake order. */
    public int[] places() {
        return isSame() ? IntStream.range(0, nodes.size()).toArray() : SnakeOrder.of(machine);
    }

    /** For example {@code 3072@16x12x16}. */
    @Override
    public String toString() {
        return isSame() ? nodes.toString() : nodes.toString() + OVER + machine;
    }
}
