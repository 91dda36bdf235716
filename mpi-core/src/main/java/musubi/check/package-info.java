/**
 * Checks of the program's calls, made only with the setting {@code musubi.check}. {@link
 * musubi.check.Checks} has all: {@link musubi.check.LeakTracker} for unfreed objects, {@link
 * musubi.check.BufferTracker} for buffers in use, {@link musubi.check.CheckedCollective} and {@code
 * CollectiveCheck} for collective calls that do not agree. Subclasses of {@code
 * CollectiveComparison} compare the {@code CollectiveRecord}s of ranks.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.check;

import musubi.memory.Accounted;
import musubi.memory.Component;
