package musubi.collectives.selection;

import musubi.coll.CollectiveContext;
import musubi.collectives.topology.DefaultTorus;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.Comparison;
import musubi.group.RankGroup;
import musubi.topo.CartTopology;

import java.util.function.Function;

/**
 * The virtual torus of a communicator: the grid of a Cartesian communicator; for the ranks of the
 * job the setting {@code coll.torus}, or nodes times ranks for equal nodes, or three dimensions as
 * equal as possible. Other communicators have none.
 *
 * <p>On one node, or with one rank on each, all ranks are equidistant and any shape is valid; a
 * near cube has the lowest trees and the most disjoint ones. The result is equal on all ranks,
 * because it depends only on values that are.
 */
public final class VirtualTorus {
    private VirtualTorus() {}

    /**
     * The torus of an intracommunicator, or null.
     *
     * @throws MpiFailure of class ARG for a malformed setting, of class DIMS if its number of ranks
     *     is not that of the job
     */
    public static Torus of(
            CollectiveContext comm, NodeMap nodes, Function<String, String> setting) {
        if (comm.topology() instanceof CartTopology grid) {
            return Torus.of(grid.dims(), grid.periods());
        }
        RankGroup job = comm.services().world();
        if (comm.group() != job && job.compare(comm.group()) != Comparison.IDENT) {
            return null;
        }
        TorusEmbedding given = configured(setting);
        if (given != null) {
            return fitting(given.logical(), comm.size());
        }
        return DefaultTorus.of(nodes, comm.size());
    }

    /** The configured logical and physical torus, or null. */
    public static TorusEmbedding configured(Function<String, String> setting) {
        String text = CollectiveSettings.TORUS.text(setting);
        return text == null ? null : TorusEmbedding.parse(text);
    }

    private static Torus fitting(Torus torus, int ranks) {
        if (torus.size() != ranks) {
            throw new MpiFailure(
                            ErrorClass.DIMS, "the torus has another number of ranks than the job")
                    .with(CollectiveSettings.TORUS.property(), torus, "holds", torus.size())
                    .with("ranks", ranks)
                    .advice("give extents whose product is " + ranks);
        }
        return torus;
    }
}
