/**
 * Jobs on several hosts, by a tree of node proxies.
 *
 * <ul>
 *   <li>at mpiexec: {@link musubi.launch.proxy.MultiHostLaunch} with RemoteRanks, RemotePmiPeers,
 *       OutputQueue, InputForwarder, KeyDistribution; it sends a LaunchCommand and, by
 *       FileTransfer, compiled programs
 *   <li>on a host: {@link musubi.launch.proxy.NodeProxy} with NodeRanks, PmiRelay (KeyCache),
 *       OutputUplink (OutputPiece), InputPipe, ListenAddress
 *   <li>the tree: {@link musubi.launch.proxy.ProxyTree}, ChildProxies (links to children)
 *   <li>start of proxies: ProxyStarter with RemoteCommand (ssh, srun), or ProxyListener and
 *       ManualProxyConnection (manual)
 *   <li>connections after a break, behind ssh: LinkRelay, LinkListener
 * </ul>
 */
package musubi.launch.proxy;
