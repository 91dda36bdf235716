package musubi.collectives;

import musubi.collectives.schedule.LaidTorus;
import musubi.collectives.schedule.LikelyTorus;
import musubi.collectives.schedule.Nodes;
import musubi.collectives.schedule.Torus;
import musubi.comm.Communicator;
import musubi.comm.Comparison;
import musubi.comm.Group;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
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
final class JobTorus {
    private JobTorus() {}

    /**
     * The torus of a communicator of one group, or null.
     *
     * @throws MpiFailure of class ARG when the setting is no shape, of class DIMS when it has
     *     another number of ranks than the job
     */
    static Torus of(Communicator comm, Nodes nodes, Function<String, String> setting) {
        if (comm.topology() instanceof CartTopology grid) {
            return Torus.of(grid.dims(), grid.periods());
        }
        Group job = comm.owner().world().group();
        if (comm.group() != job && job.compare(comm.group()) != Comparison.IDENT) {
            return null;
        }
        LaidTorus told = told(setting);
        if (told != null) {
            return fitting(told.nodes(), comm.size());
        }
        return LikelyTorus.of(nodes, comm.size());
    }

    /** What the setting says: the shape of the job, and of the machine under it; or null. */
    static LaidTorus told(Function<String, String> setting) {
        String text = CollectiveSettings.TORUS.text(setting);
        return text == null ? null : LaidTorus.parse(text);
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
