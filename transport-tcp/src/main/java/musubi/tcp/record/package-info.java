/**
 * Layers that transform what a stream carries in records: TLS, and message authentication.
 *
 * <ul>
 *   <li>{@link musubi.tcp.record.RecordStream}: a stream of records over another stream
 *   <li>{@link musubi.tcp.record.RecordInput} and {@link musubi.tcp.record.RecordOutput}: records
 *       received in part, and records that wait for the kernel
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.record;

import musubi.memory.Accounted;
import musubi.memory.Component;
