/**
 * TCP transport: provider, transport and endpoints.
 *
 * <ul>
 *   <li>{@link musubi.tcp.TcpTransportProvider}: reads settings, opens the transport
 *   <li>{@code TcpTransport}: polls; starts the event loop with the first connection
 *   <li>{@code TcpEndpoint}: sends to a peer; {@code StripedEndpoint} over several connections,
 *       those of {@code StreamClasses}; {@code StripedCompletions} puts zero-copy sends into order
 *   <li>{@code ExclusiveAccess}: admits one thread at a time
 *   <li>{@code BacklogFlusher}: a thread that sends accepted data while the rank does not poll;
 *       {@code HeldFrameSender}: one that sends held frames
 * </ul>
 *
 * <p>Layers below, from top to bottom: {@link musubi.tcp.session} (connections of peers), {@link
 * musubi.tcp.handshake}, {@link musubi.tcp.close}, {@link musubi.tcp.frame}, {@link
 * musubi.tcp.tls}, {@link musubi.tcp.memory}, {@link musubi.tcp.socket}, {@link musubi.tcp.config}.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp;

import musubi.memory.Accounted;
import musubi.memory.Component;
