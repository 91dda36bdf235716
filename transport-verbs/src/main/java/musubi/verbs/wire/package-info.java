/** Packets of the emulated adapter, and the wires that carry them. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.wire;

import musubi.memory.Accounted;
import musubi.memory.Component;
