/**
 * MPI benchmark programs, counterparts of the C programs in {@code benchmarks/native} with the same
 * arguments, definitions and output, for comparison with native libraries by {@code
 * benchmarks/compare}: see {@code docs/benchmarks.md}. The benchmarks of IMB are in the module imb.
 *
 * <pre>
 *   Hello                 start-up and memory
 *   FirstSeconds          speed in each of the first seconds of a job
 *   OsuMpj                latency and bandwidth beside MPJ Express
 *   OneSided              accesses to a window
 *   LogP                  parameters of LogGP of puts, gets and messages
 *   Overlap               communication hidden by computation
 *   OneWay                messages of each size from one rank to another
 *   LongPath              ping-pong and a stream over a long path
 *   BarrierStages         barriers, and their stages
 *   Column, LargeCounts   derived types, messages beyond 2^31 bytes
 *   Plot                  plots for benchmarks/compare
 * </pre>
 */
package bench;
