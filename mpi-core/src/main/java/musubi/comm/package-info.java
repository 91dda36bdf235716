/** Groups and communicators. MPI-4.1 chapter 7. */
package musubi.comm;
