/**
 * Virtual topologies as arithmetic, without messages or communicators. MPI-4.1 chapter 8. {@link
 * musubi.topo.Topology} is a {@link musubi.topo.CartTopology}, {@link musubi.topo.GraphTopology} or
 * {@link musubi.topo.DistGraphTopology} (built from an {@link musubi.topo.EdgeList}); {@link
 * musubi.topo.Neighbours} are those of one rank, {@link musubi.topo.BalancedDims} proposes the
 * dimensions of a grid.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.topo;

import musubi.memory.Accounted;
import musubi.memory.Component;
