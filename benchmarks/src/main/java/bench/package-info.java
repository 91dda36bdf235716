/**
 * MPI benchmark programs: twins of the C programs in {@code benchmarks/native}, with the same
 * arguments, definitions and output, so that {@code benchmarks/compare} can put Musubi beside
 * native libraries. {@code docs/benchmarks.md} says how to run them and read the results.
 */
package bench;
