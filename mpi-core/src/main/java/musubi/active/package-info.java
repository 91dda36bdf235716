/**
 * Active messages: {@link musubi.active.ActiveMessages} runs an {@link musubi.active.ActiveHandler}
 * for each {@link musubi.active.ActiveMessage} that arrives; {@link musubi.active.ActivePeer} sends
 * them to one target in order.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.active;

import musubi.memory.Accounted;
import musubi.memory.Component;
