/** Inclusive and exclusive scans: LinearScan, RecursiveDoublingScan. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.scan;

import musubi.memory.Accounted;
import musubi.memory.Component;
