/**
 * The memory of a node in worlds of up to 4 million ranks: the paper's equations, and the ranks of
 * one real node measured in a world whose other nodes are simulated.
 *
 * <ul>
 *   <li>{@link musubi.simulator.scale.MemoryStudy} measures each {@code ScaleScenario} in a process
 *       of its own and writes {@code MemoryReportPage}; {@link musubi.simulator.scale.MemoryModel}
 *       has the equations.
 *   <li>In the process: {@link musubi.simulator.scale.ScaleRun} runs the ranks and takes a {@code
 *       NodeMeasurement} by the ledger and {@code ProcessMemory}.
 *   <li>The world: {@code SimulatedWorld} answers for all other ranks, with {@code
 *       SimulatedMessage}s; {@code SimulatedBootstrap}.
 *   <li>Below the adapter of verbs: {@code SimulatedPeers}, each a {@code SimulatedPeer}, selected
 *       by {@link musubi.simulator.scale.SimulatedTransportProvider}.
 * </ul>
 */
package musubi.simulator.scale;
