/**
 * Hosts of a job and the placement of its ranks.
 *
 * <ul>
 *   <li>lists of hosts: {@link musubi.launch.hosts.HostSlots}, {@link musubi.launch.hosts.HostList}
 *       (options and files), {@link musubi.launch.hosts.SlurmAllocation}, {@link
 *       musubi.launch.hosts.HostSelection} (relative indexing)
 *   <li>placement: {@link musubi.launch.hosts.HostAllocation} decides, {@link
 *       musubi.launch.hosts.RankMapper} fills slots; the result is a {@link
 *       musubi.launch.hosts.RankPlacement}, a node's part of it a {@link
 *       musubi.launch.hosts.NodeShare} or {@link musubi.launch.hosts.RankRange}
 *   <li>access: {@link musubi.launch.hosts.RemoteLaunch}, {@link musubi.launch.hosts.LocalHost}
 * </ul>
 */
package musubi.launch.hosts;
