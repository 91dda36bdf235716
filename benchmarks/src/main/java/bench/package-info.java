/**
 * MPI benchmark programs, counterparts of the C programs in {@code benchmarks/native} with the same
 * arguments, definitions and output, for comparison with native libraries by {@code
 * benchmarks/compare}: see {@code docs/benchmarks.md}.
 *
 * <pre>
 *   Imb, ImbOnJmh         IMB benchmarks: main programs, alone and under JMH
 *   BenchmarkCatalogue    all benchmarks: BenchmarkDefinition, Benchmark, NonBlocking
 *   PingPong, PingPing, ParallelTransfers, StreamingBandwidth   point-to-point
 *   Barrier, DataMovementBenchmarks, ReductionBenchmarks        collectives
 *   Overlap               communication and computation
 *   BenchmarkContext      ranks and options: Options, MessageSizes, BufferKind, Payload
 *   Timer, IterationPlan, BenchmarkResult   measurement
 *   Hello                 start-up and memory
 *   OsuMpj                latency and bandwidth beside MPJ Express
 *   Column, LargeCounts   derived types, messages beyond 2^31 bytes
 *   Plot                  plots for benchmarks/compare
 * </pre>
 */
package bench;
