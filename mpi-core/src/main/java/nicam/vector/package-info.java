/**
 * Distributed vectors in the data-parallel style of NICAM's library: {@link
 * nicam.vector.VectorSpace} makes them, {@link nicam.vector.DistributedVector} has the operators.
 * No operation has a barrier before its communication.
 */
package nicam.vector;
