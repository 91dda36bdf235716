/**
 * Cost model: predicted time of each algorithm by ranks, topology and message size, in closed form;
 * between sites by walking through its schedules.
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
 *   ScheduleWalk, SiteNetwork     schedules of all ranks on the links between sites
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.model;

import musubi.memory.Accounted;
import musubi.memory.Component;
