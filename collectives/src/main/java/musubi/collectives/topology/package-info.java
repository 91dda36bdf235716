/**
 * Locations of ranks: nodes, and coordinates in a torus or mesh.
 *
 * <pre>
 *   NodeMap               ranks by node: BlockCyclicNodeMap, TabulatedNodeMap
 *   SiteLevel             ranks by site, the graph of the sites, and their clusters
 *   Torus                 dimensions and coordinates
 *   DefaultTorus          the torus of a job without a given one
 *   TorusEmbedding        logical torus on a physical one, in SnakeOrder
 *   TorusRoute            dimension-order routes
 *   LinkTraffic           load of each link
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.topology;

import musubi.memory.Accounted;
import musubi.memory.Component;
