/** Record and replay: matching and outcomes as a journal has them. */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.replay;

import musubi.memory.Accounted;
import musubi.memory.Component;
