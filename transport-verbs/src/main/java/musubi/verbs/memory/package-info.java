/**
 * Registered memory: {@link musubi.verbs.memory.ProtectionDomain} registers {@link
 * musubi.verbs.memory.MemoryRegion}s with {@link musubi.verbs.memory.AccessFlag}s, finds them by
 * key in the adapter's {@link musubi.verbs.memory.MemoryRegionTable}, and gathers and scatters the
 * entries of a {@link musubi.verbs.memory.ScatterGatherList}. Objects name their adapter by {@link
 * musubi.verbs.memory.AdapterContext}.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.memory;

import musubi.memory.Accounted;
import musubi.memory.Component;
