/**
 * The report on sites: {@code ./musubi grid-report}.
 *
 * <ul>
 *   <li>{@link musubi.simulator.sites.GridReport} assembles the page.
 *   <li>Fig. 4 of the GridMPI paper, {@code FourClusters}: {@code RouteFindings}, {@code
 *       PairFindings} and {@code BroadcastArrivals} beside a {@code ReferenceTable} of calculated
 *       times.
 *   <li>1,024 nodes on a {@code ScaleGraph}: {@code ScaleStudy} simulates all algorithms, {@code
 *       ScaleTimes} keeps their times, {@code ScaleTable} prints them.
 * </ul>
 */
package musubi.simulator.sites;
