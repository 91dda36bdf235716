/**
 * Requests: operations in flight and their outcomes. MPI-4.1 section 3.7. {@link
 * musubi.pt2pt.request.CommRequest} is the base of all, {@link
 * musubi.pt2pt.request.GeneralizedRequest} that of MPI-4.1 section 13.2. Peers refer to requests by
 * cookies in the {@link musubi.pt2pt.request.RequestTable}; {@link
 * musubi.pt2pt.request.PeerActivity} counts them.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.pt2pt.request;

import musubi.memory.Accounted;
import musubi.memory.Component;
