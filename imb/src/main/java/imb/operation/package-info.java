/**
 * The operations that IMB measures, each with the verification of what it receives.
 *
 * <pre>
 *   Benchmark, NonBlocking      an operation; Overlap adds computation
 *   PingPong, PingPing, ParallelTransfers, StreamingBandwidth   point-to-point
 *   RandomTransfers, RingReplacement, Stencil                   many pairs
 *   Barrier, DataMovementBenchmarks, ReductionBenchmarks        collectives; LocalReduction
 *   OneSided, AtomicUpdate, Fenced                             windows
 *   BenchmarkContext            ranks and options: Options, BufferKind, Payload
 * </pre>
 */
package imb.operation;
