/**
 * A software host channel adapter with the semantics of InfiniBand reliable connections: protection
 * domains, memory regions, completion queues, shared receive queues and queue pairs.
 *
 * <p>An adapter and everything made from it belong to one thread at a time. Nothing happens between
 * two calls of {@link musubi.verbs.HostChannelAdapter#poll}: it is the clockwork of the adapter.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs;

import musubi.memory.Accounted;
import musubi.memory.Component;
