/**
 * Reduction operations on arrays. MPI-4.1 section 6.9.
 *
 * <pre>
 *   ReductionOp      an operation on items of a datatype
 *   Reductions       the predefined operations
 *   PredefinedOp     type check, staging, choice of the loop
 *   Operator         families of operators that share one loop
 *   ByteLoops ... DoubleLoops, BooleanLoops   vectorisable loops by element type
 *   PairLoops        MINLOC and MAXLOC on pairs in bytes
 *   LocalReduction   MPI_Reduce_local
 * </pre>
 */
package musubi.op;
