/**
 * What programs of MPJ Express need of its buffering layer for {@code Pack} and {@code Unpack}, and
 * no more. MPI-4.1 section 5.2.
 */
package mpjbuf;
