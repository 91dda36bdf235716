/**
 * How a rank that shuts down ends its connections.
 *
 * <ul>
 *   <li>{@link musubi.tcp.close.GracefulShutdown}: waits until peers have acknowledged everything;
 *       {@link musubi.tcp.close.DiscardingInbound} discards what they still send
 *   <li>{@link musubi.tcp.close.LingeringClose}: closes each {@link
 *       musubi.tcp.close.ClosingConnection} without loss of data in flight
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.close;

import musubi.memory.Accounted;
import musubi.memory.Component;
