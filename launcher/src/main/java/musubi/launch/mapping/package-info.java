/**
 * Mapping and binding of ranks to the parts of a machine.
 *
 * <ul>
 *   <li>the machine: {@link musubi.launch.mapping.CpuTopology}, {@link
 *       musubi.launch.mapping.Domain}
 *   <li>what is asked for: {@link musubi.launch.mapping.PlacementOptions} reads the options ({@link
 *       musubi.launch.mapping.MapOption}, {@link musubi.launch.mapping.BindOption}, {@link
 *       musubi.launch.mapping.RankFile}) into a {@link musubi.launch.mapping.PlacementPolicy}
 *       ({@link musubi.launch.mapping.MapPolicy}, {@link musubi.launch.mapping.RankPolicy}, {@link
 *       musubi.launch.mapping.BindPolicy})
 *   <li>what is done: {@link musubi.launch.mapping.LocalMapping}, shown by {@link
 *       musubi.launch.mapping.BindingReport}
 * </ul>
 */
package musubi.launch.mapping;
