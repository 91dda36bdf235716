package musubi.collectives;

import musubi.collectives.schedule.Torus;
import musubi.comm.Communicator;
import musubi.comm.Comparison;
import musubi.comm.Group;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.topo.BalancedDims;
import musubi.topo.CartTopology;

import java.util.function.Function;

/**
 * How the ranks of a communicator lie in a virtual torus: as its grid when it is cartesian; the
 * ranks of the job as the setting {@code coll.torus} says; else, for these, in three dimensions as
 * equal as possible. Other communicators have none.
 *
 * <p>Without any word about the network each pair of ranks is equally far apart, and any shape is
 * true; a shape near a cube has the lowest trees and the most that are disjoint. It does not depend
 * on anything but the number of ranks, so all see the same.
 */
final class JobTorus {
    private static final int DIMENSIONS = 3;

    private JobTorus() {}

    /**
     * The torus of a communicator, or null.
     *
     * @throws MpiFailure of class ARG when the setting is no shape, of class DIMS when it has
     *     another number of ranks than the job
     */
    static Torus of(Communicator comm, Function<String, String> setting) {
        if (comm.isInter()) {
            return null;
        }
        if (comm.topology() instanceof CartTopology grid) {
            return Torus.of(grid.dims(), grid.periods());
        }
        Group job = comm.owner().world().group();
        if (comm.group() != job && job.compare(comm.group()) != Comparison.IDENT) {
            return null;
        }
        String text = CollectiveSettings.TORUS.text(setting);
        return text == null ? nearCube(comm.size()) : fitting(Torus.parse(text), comm.size());
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

    /** Three dimensions, the largest first; fewer when the number has no more factors. */
    static Torus nearCube(int ranks) {
        int[] extents = new int[DIMENSIONS];
        BalancedDims.fill(ranks, extents);
        return Torus.of(extents);
    }
}
