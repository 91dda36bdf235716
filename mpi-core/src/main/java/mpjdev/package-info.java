/**
 * The types of MPJ Express's package of this name that programs name: supertypes of those of {@code
 * mpi}.
 */
package mpjdev;
