/**
 * Contexts of peers, opened on demand. A {@link musubi.connect.Connector} opens the transports as
 * {@link musubi.connect.Transports}, {@link musubi.connect.TransportSelector} selects one for each
 * peer, {@link musubi.connect.ContextCache} limits the open contexts. Its {@link
 * musubi.connect.EvictionPolicy} is {@link musubi.connect.PredictedReuse}, a {@link
 * musubi.connect.FarthestNextUse}.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.connect;

import musubi.memory.Accounted;
import musubi.memory.Component;
