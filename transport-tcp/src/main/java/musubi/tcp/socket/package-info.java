/**
 * Non-blocking sockets, the event loops that watch them, and the kernel's buffers.
 *
 * <ul>
 *   <li>{@link musubi.tcp.socket.PassiveListener}: the listening socket before the first connection
 *   <li>{@link musubi.tcp.socket.SocketLoop}: accepts, connects, waits for events; {@link
 *       musubi.tcp.socket.EpollLoop} on Linux, {@link musubi.tcp.socket.NioLoop} elsewhere
 *   <li>{@code EpollPipe}: ends a wait when another process writes to it
 *   <li>{@link musubi.tcp.socket.TcpStream}: one connection; {@code EpollStream}, {@code NioStream}
 *   <li>{@link musubi.tcp.socket.HeapArrayIo}, {@code LibcSocketCalls}: system calls on Java arrays
 *   <li>{@link musubi.tcp.socket.DescriptorShortage}: no descriptor is free; {@link
 *       musubi.tcp.socket.SpareDescriptors} for the start of an event loop
 *   <li>{@link musubi.tcp.socket.BufferBudget}: limits the kernel's buffers of all connections;
 *       {@link musubi.tcp.socket.SocketBuffers} of one, {@link musubi.tcp.socket.TcpInfo} for its
 *       path, {@code SocketMemory} for its bytes, {@link musubi.tcp.socket.KernelLimits}
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.socket;

import musubi.memory.Accounted;
import musubi.memory.Component;
