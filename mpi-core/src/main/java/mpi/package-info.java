/** The public MPI API: Open MPI's Java names and the mpiJava 1.2 names on the same classes. */
package mpi;
