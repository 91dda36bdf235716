/**
 * Buffers of programs: binding to memory, packing and serialisation. MPI-4.1 section 3.2.2 and
 * chapter 5.
 *
 * <pre>
 *   TypedBuffer      buffer, offset, count and type of a call
 *   BufferBinder     checks a buffer against its type and binds a region to it
 *   Packer           packs and unpacks items with gaps
 *   ByteMover, ObjectMover   movers of bytes and of references
 *   PackBufferPool   byte arrays for packed messages
 *   External32       byte order of the portable representation
 *   ObjectCodec      serialisation of MPI.OBJECT, with a filter
 * </pre>
 */
@Accounted(Component.BUFFERS)
package musubi.type.buffer;

import musubi.memory.Accounted;
import musubi.memory.Component;
