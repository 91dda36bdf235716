/**
 * Datatypes: constructors, layout and bounds. MPI-4.1 chapter 5.
 *
 * <pre>
 *   MpiType             a datatype: layout, bounds, signature; the predefined types
 *   TypeConstructors    contiguous, vector, indexed, struct, resized
 *   Subarray, DistributedArray, StructMember   further constructors and their arguments
 *   TypeMap             layout of an item, a tree of
 *                         ContiguousMap  StridedMap  IndexedMap  SequenceMap
 *   TypeMapBuilder      joins parts to a type map
 *   Mover               moves the data of a type map to or from its packed form
 *   Bounds, BoundsBuilder   lower and upper bounds, extent, alignment
 *   TypeCode            signature in 16 bits, for envelopes
 *   MessageSignature    signature of a message, for checks
 *   CheckedMath         arithmetic with counts that fails on overflow
 * </pre>
 */
@Accounted(Component.BUFFERS)
package musubi.type;

import musubi.memory.Accounted;
import musubi.memory.Component;
