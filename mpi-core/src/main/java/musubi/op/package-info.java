/** Reduction operations. MPI-4.1 section 6.9. */
package musubi.op;
