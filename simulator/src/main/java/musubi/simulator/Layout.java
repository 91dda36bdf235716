package musubi.simulator;

import musubi.collectives.schedule.Torus;

import java.util.stream.IntStream;

/**
 * The torus that a job sees, and the one whose links its messages take.
 *
 * @param nodes as algorithms see them
 * @param machine as messages find them
 */
public record Layout(Torus nodes, Torus machine) {
    /** Has to have as many nodes as are seen. */
    public Layout {
        if (nodes.size() != machine.size()) {
            throw new IllegalArgumentException(
                    "a job cannot be laid over a machine of another size: "
                            + nodes
                            + " has "
                            + nodes.size()
                            + " nodes, "
                            + machine
                            + " has "
                            + machine.size());
        }
    }

    /** A job that sees the torus as it is. */
    public static Layout of(Torus torus) {
        return new Layout(torus, torus);
    }

    boolean isSame() {
        return nodes.equals(machine);
    }

    /** For each node of the job the one of the machine: the same, or the next in snake order. */
    int[] places() {
        return isSame() ? IntStream.range(0, nodes.size()).toArray() : SnakeOrder.of(machine);
    }

    /** For example {@code 3072@16x12x16}. */
    @Override
    public String toString() {
        return isSame() ? nodes.toString() : nodes + "@" + machine;
    }
}
