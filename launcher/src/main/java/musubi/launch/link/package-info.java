/**
 * Links between mpiexec and node proxies: frames, their transport and their authentication.
 *
 * <ul>
 *   <li>messages: {@link musubi.launch.link.Frame}, {@link musubi.launch.link.PayloadWriter},
 *       {@link musubi.launch.link.PayloadReader}, with {@link musubi.launch.link.RecordCodec}
 *   <li>connections: {@link musubi.launch.link.FrameStream} (over any streams), {@link
 *       musubi.launch.link.LinkStreams} (over TCP)
 *   <li>links that outlive connections: {@link musubi.launch.link.ProxyLink} with LinkState, {@link
 *       musubi.launch.link.Renewal}, {@link musubi.launch.link.LinkTimes}, {@link
 *       musubi.launch.link.Heartbeat}
 *   <li>security: {@link musubi.launch.link.LinkHandshake}, {@link musubi.launch.link.LinkTls}
 * </ul>
 */
package musubi.launch.link;
