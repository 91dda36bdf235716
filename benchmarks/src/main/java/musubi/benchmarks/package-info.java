/**
 * Benchmarks of single components under JMH: {@link musubi.benchmarks.RankEventsBenchmark}, {@link
 * musubi.benchmarks.RegionCopyBenchmark}, {@link musubi.benchmarks.SmallMessageBenchmark}.
 */
package musubi.benchmarks;
