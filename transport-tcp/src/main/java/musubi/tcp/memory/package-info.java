/**
 * The memory of a rank's connections for frames, within {@code tcp.memory}.
 *
 * <ul>
 *   <li>{@link musubi.tcp.memory.FrameMemory}: the pools of a rank
 *   <li>{@link musubi.tcp.memory.PagePool}: pages lent to connections
 *   <li>{@link musubi.tcp.memory.PageRun}: contiguous pages
 *   <li>{@link musubi.tcp.memory.Starvation}: order among requests that were refused
 * </ul>
 */
@Accounted(Component.BUFFERS)
package musubi.tcp.memory;

import musubi.memory.Accounted;
import musubi.memory.Component;
