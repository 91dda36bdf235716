/**
 * The API of programs: mpiJava 1.2, as in MPJ Express, and the Java bindings of Open MPI on the
 * same classes. The façade checks arguments, turns failures into error handling, and does no
 * communication itself; {@code musubi.*} does.
 *
 * <pre>
 *   start, end, constants      MPI  Version  HostName
 *   communicators              Comm  Intracomm  Intercomm  CartComm  GraphComm
 *                              Cartcomm  Graphcomm  Group  Topologies  SharedSplit
 *   arguments of topologies    CartParms  GraphParms  ShiftParms  DistGraphNeighbors
 *   calls                      MpiCall (entry, exit, errors)  SendReceive  CollectiveArguments
 *                              CollectiveHints  Packing  PackedObjects
 *   operations in flight       Request  Prequest (MessagePrequest, CollectivePrequest)  Grequest
 *                              Message  Status  AnyRequest
 *   datatypes                  Datatype  DatatypeFactory  TypeContents  Struct
 *                              Count  Int2  ShortInt  LongInt  FloatInt  DoubleInt
 *                              FloatComplex  DoubleComplex
 *   reductions                 Op  UserOp  UserFunction  User_function
 *   attributes, hints          Keyval  Attributes  AttributeCopy  AttributeDelete  Info
 *   errors                     MPIException  Errhandler  ErrhandlerFunction
 *                              ErrorHandling  ErrorReport
 *   checks of programs         ProgramChecks  RequestCheck
 *   not supported yet          File  FileView  Win
 * </pre>
 *
 * <p>Ranks that share a JVM load this package once each, so its statics are those of one rank.
 */
package mpi;
