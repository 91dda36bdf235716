/**
 * Sites of a job and the wide links between them: who is where, how far it is, and which way is the
 * fastest for a message of a size.
 *
 * <pre>
 *   SiteMap       the site of each node
 *   SiteGraph     a SiteMap, and a SiteLink for each pair of sites that has one; a text form
 *   SiteClusters  sites that are near each other, in levels
 *   RoutePlanner  the SiteRoute of least time between two sites, for each size
 *   LinkEstimate  a link, by samples of the traffic on it
 *   GridView      the graph on which all ranks agree, and that of one rank
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.grid;

import musubi.memory.Accounted;
import musubi.memory.Component;
