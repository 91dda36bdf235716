/**
 * The part of the remote invocation mechanism of GridMPI that collects latencies: which nodes form
 * a site, and what the links between sites are.
 *
 * <pre>
 *   JobGrid           the grid of a job, given by a setting or measured
 *   SiteDiscovery     the sites, by round trips between nodes
 *   LinkMeasurement   the links between sites; Tournament: in which order
 *   RelayMeasurement  what relays cost
 *   SiteRanks         the ranks that measure for their sites
 *   LinkProbe         one path between two ranks
 *   TrafficLinks      the links from a rank's site, refreshed from its messages
 *   LinkLevels        these links in the rank's record
 *   GridReport        lines for the user
 *   TopologyDisplay   sites, links and routes as a TopologyTable and a TopologyPicture
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.rim;

import musubi.memory.Accounted;
import musubi.memory.Component;
