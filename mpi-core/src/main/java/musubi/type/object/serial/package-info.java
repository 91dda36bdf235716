/**
 * The form of the JDK: its serialisation, under an {@code ObjectGuard} with limits. {@code
 * HashScan} and {@code KeyCollisions} keep hash tables from being expensive.
 */
@Accounted(Component.BUFFERS)
package musubi.type.object.serial;

import musubi.memory.Accounted;
import musubi.memory.Component;
