/**
 * The benchmarks of IMB as an MPI program, counterpart of the C program in {@code
 * benchmarks/native} with the same arguments, definitions and output: see {@code
 * docs/benchmarks.md}.
 *
 * <pre>
 *   Imb, SuiteRun         the main program: ImbArguments, Options, Progress
 *   ImbOnJmh              the same benchmarks under JMH: JmhArguments, JmhFollower
 *   BenchmarkCatalogue    all benchmarks: Suite, BenchmarkDefinition; MessageSizes,
 *                         MultithreadedBenchmarks, ManyPairBenchmarks
 *   Timer, MeasuredLoop, ThreadTeam, IterationPlan, BenchmarkResult   measurement
 * </pre>
 */
package imb;
