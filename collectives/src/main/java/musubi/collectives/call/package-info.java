/**
 * A collective call before any communication: argument checks, its shape, staging of buffers.
 *
 * <pre>
 *   CallValidator            checks a call and derives its shape
 *   NeighbourCallValidator   the same for neighbourhood collectives
 *   BufferLayout             which blocks of a buffer are significant at a rank
 *   BoundsCheck              buffers against counts, displacements and types
 *   StagedCall, StagedSide   contiguous copies of buffers with gaps
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.call;

import musubi.memory.Accounted;
import musubi.memory.Component;
