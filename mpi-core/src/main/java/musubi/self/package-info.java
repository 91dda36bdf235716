/** The transport of a rank to itself: provider, transport and endpoint. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.self;

import musubi.memory.Accounted;
import musubi.memory.Component;
