/**
 * Frames of one peer: format, reading and writing, acknowledgement and replay.
 *
 * <ul>
 *   <li>{@link musubi.tcp.frame.FrameDescriptor}: layout; {@link musubi.tcp.frame.FrameChecksum}
 *   <li>{@link musubi.tcp.frame.FrameWriter}: sends, over {@code ReplayBuffer}, which keeps
 *       unacknowledged data
 *   <li>{@code Burst}: which small frames are sent together, with {@link
 *       musubi.tcp.frame.PollCount}
 *   <li>{@link musubi.tcp.frame.FrameReader}: receives, over {@code ReadBuffer}; {@code
 *       PayloadTarget} places large payloads
 *   <li>{@link musubi.tcp.frame.AckState}: what was received, and what of it was acknowledged
 *   <li>{@link musubi.tcp.frame.ControlFrames}: received goodbyes and offers to disconnect
 *   <li>{@link musubi.tcp.frame.StripeOrder}: message order over several streams
 *   <li>{@link musubi.tcp.frame.UnrecoverableException}: a failure that ends the session
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.frame;

import musubi.memory.Accounted;
import musubi.memory.Component;
