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
 * How the ranks of a communicator lie in a virtual torus: as its grid when it is cartesian; the
 * ranks of the job as the setting {@code coll.torus} says; else, for these, nodes times ranks when
 * all nodes have as many, or in three dimensions as equal as possible. Other communicators have
 * none.
 *
 * <p>On one node, or with one rank on each, nothing is known of the network, and any shape is true;
 * one near a cube has the lowest trees and the most that are disjoint. All ranks see the same,
 * because only what all know goes into it.
 */
public final class VirtualTorus {
    private VirtualTorus() {}

    /**
     * The torus of a communicator of one group, or null.
     *
     * @throws MpiFailure of class ARG when the setting is no shape, of class DIMS when it has
     *     another number of ranks than the job
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
        TorusEmbedding told = configured(setting);
        if (told != null) {
            return fitting(told.logical(), comm.size());
        }
        return DefaultTorus.of(nodes, comm.size());
    }

    /** What the setting says: the shape of the job, and of the machine under it; or null. */
    public static TorusEmbedding configured(Function<String, String> setting) {
        String text = CollectiveSettings.TORUS.text(setting);
        return text == null ? null : TorusEmbedding.parse(text);
    }

    private static Torus fitting(Torus torus, int ranks) {
        if (torus.size() != ranks) {
            throw new MpiFailure(
                    ErrorClass.DIMS,
                    "the torus has another number of ranks than the job: "
                            + CollectiveSettings.TORUS.property()
                            + "="
                            + torus
                            + " holds="
                            + torus.size()
                            + " ranks="
                            + ranks
                            + "; give extents whose product is "
                            + ranks);
        }
        return torus;
    }
}
