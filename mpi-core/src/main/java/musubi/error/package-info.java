/**
 * Failures of MPI operations below the façade.
 *
 * <pre>
 *   MpiFailure   exception with an error class; builds its message from values and advice
 *   ErrorClass   error classes of the standard, with the numbers of Open MPI
 *   ErrorCodes   error classes, codes and strings that a program adds
 *   FreeSpace    free space of file systems, for messages
 *   Descriptors  their limit, and what to say when none is free
 *   CallSite     MPI call and source line of the program, for reports
 * </pre>
 */
package musubi.error;
