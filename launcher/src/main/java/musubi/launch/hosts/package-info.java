/**
 * Hosts of a job and the placement of its ranks.
 *
 * <ul>
 *   <li>lists of hosts: {@link musubi.launch.hosts.HostSlots}, {@link musubi.launch.hosts.HostList}
 *       (options and files), {@link musubi.launch.hosts.BatchAllocation} (with {@link
 *       musubi.launch.hosts.SlurmAllocation}), {@link musubi.launch.hosts.HostSelection} (relative
 *       indexing), {@link musubi.launch.hosts.CommonHosts} of all programs
 *   <li>placement: {@link musubi.launch.hosts.HostAllocation} decides, {@link
 *       musubi.launch.hosts.RankMapper} fills slots, {@link musubi.launch.hosts.ListedRanks}
 *       follows a list; the result is a {@link musubi.launch.hosts.RankPlacement}, a node's part of
 *       it a {@link musubi.launch.hosts.NodeShare} or {@link musubi.launch.hosts.RankRange}
 *   <li>access: {@link musubi.launch.hosts.RemoteLaunch} from {@link
 *       musubi.launch.hosts.LauncherOptions}, {@link musubi.launch.hosts.LocalHost}
 * </ul>
 */
package musubi.launch.hosts;
