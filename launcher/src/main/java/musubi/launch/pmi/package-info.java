/**
 * The PMI server. {@link musubi.launch.pmi.PmiServer} reads lines of {@link
 * musubi.launch.pmi.PmiSession}s; {@link musubi.launch.pmi.PmiProtocol} answers those of a {@link
 * musubi.launch.pmi.PmiPeer}, local or relayed, with the state in {@link
 * musubi.launch.pmi.KeyValueSpace} (values, PmiBarriers with {@link
 * musubi.launch.pmi.BarrierGroup}), NameService, SpawnRequestFilter and StallCollector (deadlocks).
 * {@link musubi.launch.pmi.KeyLookup} is a get of a value that another node owns.
 */
package musubi.launch.pmi;
