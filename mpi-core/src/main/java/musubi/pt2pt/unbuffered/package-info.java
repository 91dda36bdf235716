/**
 * An execution without buffers, which checks follow beside the real one: {@link
 * musubi.pt2pt.unbuffered.UnbufferedExecution}, for the first sends of each kind by {@code
 * FollowedSends}.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.pt2pt.unbuffered;

import musubi.memory.Accounted;
import musubi.memory.Component;
