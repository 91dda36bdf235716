/**
 * Type signatures: the sequences of basic types that a send and its receive share. MPI-4.1 section
 * 3.3.1.
 *
 * <pre>
 *   BaseType             a basic type
 *   Signature            the sequence of an item: a tree of
 *                          UniformSignature  RepeatedSignature  JoinedSignature
 *   SignatureHash        length and composable hash of a sequence
 * </pre>
 */
@Accounted(Component.BUFFERS)
package musubi.type.signature;

import musubi.memory.Accounted;
import musubi.memory.Component;
