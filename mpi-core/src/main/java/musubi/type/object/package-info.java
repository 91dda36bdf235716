/**
 * What the forms of messages of objects share: {@link musubi.type.object.ObjectLimits}, {@link
 * musubi.type.object.Refusal} with its texts, and the encoded message.
 */
@Accounted(Component.BUFFERS)
package musubi.type.object;

import musubi.memory.Accounted;
import musubi.memory.Component;
