/**
 * Contexts of peers, opened on demand. {@link musubi.connect.Transports} opens the transports,
 * {@link musubi.connect.TransportSelector} selects one for each peer, {@link
 * musubi.connect.ContextCache} limits the open contexts. Its {@link musubi.connect.EvictionPolicy}
 * is {@link musubi.connect.PredictedReuse}, a {@link musubi.connect.FarthestNextUse}.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.connect;

import musubi.memory.Accounted;
import musubi.memory.Component;
