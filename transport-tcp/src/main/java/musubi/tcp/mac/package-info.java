/**
 * Message authentication of what a connection carries, without TLS.
 *
 * <ul>
 *   <li>{@link musubi.tcp.mac.MacContext}: buffers shared by a rank's connections; adds the layer
 *   <li>{@code MacStream}: one connection; {@code MacInput} splits what it receives into the
 *       records of {@code MacRecord}
 *   <li>{@code RecordSeal}: authentication of one direction; {@code HmacSeal}, {@code GcmSeal}
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.mac;

import musubi.memory.Accounted;
import musubi.memory.Component;
