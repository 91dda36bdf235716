/**
 * TCP transport. From top to bottom: {@link musubi.tcp.TcpTransport} does next to nothing until
 * somebody connects; {@link musubi.tcp.Links} has what leads to peers; {@link musubi.tcp.Link} is
 * one of them, with a {@link musubi.tcp.FrameReader} and a {@link musubi.tcp.FrameWriter} on a
 * {@link musubi.tcp.TcpStream}; {@link musubi.tcp.Sockets} makes streams and says which are ready.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp;

import musubi.memory.Accounted;
import musubi.memory.Component;
