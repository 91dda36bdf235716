/** A software host channel adapter: queue pairs, requester, responder. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.adapter;

import musubi.memory.Accounted;
import musubi.memory.Component;
