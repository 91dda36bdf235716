/**
 * Shared memory transport in the style of PVAS: one file per node and job, cut into equal
 * partitions, mapped whole by every rank. Described in docs/shm.md.
 *
 * <pre>
 *   ShmTransportProvider, ShmTransport, ShmEndpoint, ShmSettings    the transport
 *   NodeFile               the file: creation, reservation of memory
 *   NodeMappings           its mapping, one for all ranks of a JVM
 *   FileViews              parts of it that are freed when they are unreachable
 *   PartitionDescriptor    layout of a partition, to the byte
 *
 *   RingWriter, RingReader    small messages: the many-to-one ring of a receiver
 *   StagingSlots              large messages: slots of the sender
 *   Doorbell                  sleep and wake-up; LinuxNativeAccess calls futex
 *   PeerPipe                  wake-up of a rank that sleeps in another transport
 *   NativeCopy, Memcpy        copies by the C library
 *   LineOwnership             cache lines after a copy
 *
 *   PartitionHeap             memory that peers access
 *   OwnMemory, PeerMemory     keys to the memory of this rank; access to that of a peer
 *   PostedSlots               posted receives that senders claim
 *   ShmNodeMemory             flags and staging areas of collectives
 *   NodeTables                tables that the node has once
 * </pre>
 */
@Accounted(Component.SHARED_MEMORY)
package musubi.shm;

import musubi.memory.Accounted;
import musubi.memory.Component;
