/**
 * The choice of the path of each source's messages: a {@link
 * musubi.verbs.transport.policy.PathPolicy} assigns a {@link
 * musubi.verbs.transport.policy.ReceivePath} by the {@link
 * musubi.verbs.transport.policy.ReceiveHistory}; {@link
 * musubi.verbs.transport.policy.LeastLatencyPolicy} is the default.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport.policy;

import musubi.memory.Accounted;
import musubi.memory.Component;
