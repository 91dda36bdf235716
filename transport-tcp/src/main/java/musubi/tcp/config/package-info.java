/**
 * Settings of the TCP transport, and identities of ranks.
 *
 * <ul>
 *   <li>{@link musubi.tcp.config.TcpSettings}: names, types and defaults
 *   <li>{@link musubi.tcp.config.TcpOptions}: their values, for sessions
 *   <li>{@link musubi.tcp.config.LongPathOptions}: those for paths with a long round trip
 *   <li>{@link musubi.tcp.config.FrameMac}: authentication of frames
 *   <li>{@link musubi.tcp.config.RankIdentity}: rank, job, secret, incarnation
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.config;

import musubi.memory.Accounted;
import musubi.memory.Component;
