/**
 * The Grid ADI on the software adapter of {@link musubi.verbs}: dynamically connected queue pairs
 * for everybody, rings for busy peers.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport;

import musubi.memory.Accounted;
import musubi.memory.Component;
