/**
 * The protocol between two ranks: {@link musubi.verbs.transport.protocol.MessageHeader} of data and
 * credit, {@link musubi.verbs.transport.protocol.ControlDatagram}, the numbers of each rank's
 * {@link musubi.verbs.transport.protocol.WellKnownTarget}s, and the position of a writer in a ring,
 * {@link musubi.verbs.transport.protocol.RingWriteCursor}. All that a simulated peer needs.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport.protocol;

import musubi.memory.Accounted;
import musubi.memory.Component;
