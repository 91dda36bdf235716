/**
 * Counters of a rank for its program and for JMX: {@link musubi.observe.PerformanceVariables},
 * {@link musubi.observe.RankMXBean}. The values are those of the record in {@code
 * musubi.observe.rankrecord}.
 */
package musubi.observe;
