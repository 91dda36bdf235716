/**
 * TLS 1.3 over a stream.
 *
 * <ul>
 *   <li>{@link musubi.tcp.tls.TlsContext}: certificate and buffers shared by a rank's connections;
 *       wraps streams
 *   <li>{@code TlsStream}: one connection; {@code TlsInput} splits what it receives
 *   <li>{@link musubi.tcp.tls.TlsRecord}: layout of records
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.tls;

import musubi.memory.Accounted;
import musubi.memory.Component;
