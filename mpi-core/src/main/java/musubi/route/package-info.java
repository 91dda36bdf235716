/**
 * The routes of messages between the sites of a job with relays.
 *
 * <pre>
 *   RelayTable   the relays of each site, as the launcher has published them
 *   SizeClasses  the sizes at which the best way between two sites changes
 *   WayPlan      the ways from one site to another one for each class, and their alternatives
 *   SiteRoutes   the routes of one rank to its peers: ways as chains of relays
 *   RouteReport  the ways between all sites, as lines for the user
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.route;

import musubi.memory.Accounted;
import musubi.memory.Component;
