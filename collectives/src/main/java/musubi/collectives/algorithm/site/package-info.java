/**
 * Algorithms by site, for clusters that are far from each other: few crossings of the wide links,
 * and no byte twice over one of them. Inside a site they use the flat algorithms.
 *
 * <pre>
 *   SiteBarrier, SiteBroadcast, SiteReduce, SiteAllReduce, SiteSplitAllReduce,
 *   SiteAllGather, SiteGather, SiteSplitGather, SiteScatter, SiteSplitScatter,
 *   SiteReduceScatter, SiteSplitReduceScatter, SiteScan, SiteSplitScan
 *   SiteView       ranks of a site, site roots, and the call shapes within a site
 *   SiteTree       the tree of sites for a message, by its size
 *   SitePartials   the partial results of a site, in rank order
 *   RunPartials    the same at any rank of a site
 *   SiteRuns       consecutive ranks on one site
 *   SiteScanSteps  a scan of the runs, and the exchange of their totals
 *   SiteBundle     equal blocks of the ranks of sites, as one message
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.site;

import musubi.memory.Accounted;
import musubi.memory.Component;
