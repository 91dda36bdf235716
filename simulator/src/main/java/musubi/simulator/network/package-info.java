/**
 * Modelled networks, and what messages cost on them. Times are picoseconds.
 *
 * <ul>
 *   <li>Interface: {@link musubi.simulator.network.Network}, with the queue of events {@link
 *       musubi.simulator.network.EventQueue} and the result {@link
 *       musubi.simulator.network.Outcome}; {@link musubi.simulator.network.Machine} is a network
 *       with the placement of ranks, {@link musubi.simulator.network.JobPlacement}.
 *   <li>Networks: {@code TorusNetwork}; {@code SiteNetwork} over {@link
 *       musubi.simulator.network.SiteRoutes}.
 *   <li>{@link musubi.simulator.network.GridNetwork}, sites with shared wide links and relays: a
 *       {@link musubi.simulator.network.GridRoute} by {@link musubi.simulator.network.GridRouting},
 *       {@link musubi.simulator.network.GridCosts}; {@code GridHops}, {@code GridMessages}, {@code
 *       DeliveryOrder}.
 *   <li>Their parts: {@link musubi.simulator.network.LinkCost}, {@code Injection}, {@code
 *       MessagesInFlight}.
 *   <li>Rings without contention: {@link musubi.simulator.network.ContentionFreePaths}.
 *   <li>Large all-to-alls by the loads of links: {@code AllToAllTimes}, {@code AllToAllRounds},
 *       {@code RoundLoads}, {@code LinkLoads}, {@code PlacedLoads}.
 *   <li>{@link musubi.simulator.network.CallShapes}: the shapes of one call on all ranks.
 * </ul>
 */
package musubi.simulator.network;
