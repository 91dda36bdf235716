/**
 * Cost model: predicted time of each algorithm in closed form, by ranks, topology and message size.
 *
 * <pre>
 *   CostFormulas, CostFormula     formula by operation and algorithm
 *   BarrierCosts, BroadcastCosts, GatherScatterCosts, AllGatherCosts, AllToAllCosts,
 *   ReduceCosts, AllReduceCosts, ReduceScatterCosts, ScanCosts
 *   CallCost, TreeFlow            latencies and bytes on the critical path
 *   HockneyLink, CostTable        latency and bandwidth: one link, a measured table
 *   RankLayout                    ranks on nodes or in a torus
 *   LinkContention                messages that share a link
 *   Round, RoundPatterns, SpanningTrees   communication patterns
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.model;

import musubi.memory.Accounted;
import musubi.memory.Component;
