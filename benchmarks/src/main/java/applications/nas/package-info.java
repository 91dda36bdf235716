/** Programs in the manner of the NAS Parallel Benchmarks, with their published values. */
package applications.nas;
