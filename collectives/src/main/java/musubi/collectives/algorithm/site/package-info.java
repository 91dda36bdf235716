/**
 * Algorithms by site, for clusters that are far from each other: few crossings of the wide links,
 * and no byte twice over one of them. Inside a site they use binomial trees of nodes, and of the
 * ranks on each node.
 *
 * <pre>
 *   SiteBarrier, SiteBroadcast, SiteReduce, SiteAllReduce, SiteSplitAllReduce,
 *   SiteAllGather, SiteAllToAll, SiteGather, SiteSplitGather, SiteScatter, SiteSplitScatter,
 *   SiteReduceScatter, SiteSplitReduceScatter, SiteScan, SiteSplitScan
 *   SiteLevels     nodes, sites and clusters of sites, leaders, and the calls among them
 *   SiteView       ranks of a site, site roots, and the call shapes within a site
 *   SiteTree       the tree of sites for a message, by its size
 *   SitePartials   the partial results of a group, in rank order
 *   RunPartials    those of a site, at any of its ranks
 *   SiteRuns       consecutive ranks on one site
 *   SiteScanSteps  a scan of the runs, and the exchange of their totals
 *   SiteBundle     equal blocks of the ranks of sites, as one message
 *   GatheredGroup  the blocks of a group in an all-gather
 *   SiteCarriers   which ranks carry the messages of an all-to-all, of BlockMessages
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.site;

import musubi.memory.Accounted;
import musubi.memory.Component;
