package mpi;

import musubi.Rank;
import musubi.error.MpiFailure;

/** Dispatch of failures to error handlers. MPI-4.1 section 9.3. */
final class ErrorHandling {
    private ErrorHandling() {}

    /**
     * Passes a failure to the error handler; returns the exception to throw, or not at all when the
     * handler ends the process.
     *
     * @param comm whose error handler decides; null where no communicator is known
     * @param rank null outside of Init and Finalize
     */
    static MPIException raise(
            Comm comm, MpiFailure failure, String call, String arguments, Rank rank) {
        Comm responsible = rank == null ? null : responsible(comm);
        return raise(Handling.of(responsible), failure, call, arguments, rank);
    }

    /**
     * What handles the failures of an object.
     *
     * @param owner the object, which the program's function gets
     * @param comm whose ranks end, too
     */
    record Handling(Object owner, Comm comm, Errhandler handler) {
        static Handling of(Comm comm) {
            return new Handling(comm, comm, comm == null ? null : comm.handler());
        }
    }

    /** As the other form, for an object with an error handler of its own. */
    static MPIException raise(
            Handling handling, MpiFailure failure, String call, String arguments, Rank rank) {
        String where = call + "(" + arguments + ")";
        String message = ErrorReport.message(failure, where, rank);
        if (rank != null) {
            rank.events().failed(failure.errorClass().code());
            ErrhandlerFunction<Object> function = handling.handler.function();
            if (function != null) {
                int code = failure.errorClass().code();
                rank.gate().runOutside(() -> function.call(handling.owner, code, message));
            } else if (handling.handler.isFatal() && isLowerCase(call)) {
                end(handling, failure, call, where, rank);
            }
            rank.failures().thrown(ErrorReport.thrown(failure, call));
        }
        return new MPIException(message, failure);
    }

    /** Whether a call, for example {@code Comm.send}, is of Open MPI's dialect. */
    static boolean isLowerCase(String call) {
        return !Character.isUpperCase(call.charAt(call.lastIndexOf('.') + 1));
    }

    /** COMM_SELF, as in the standard, if its handler was set; else COMM_WORLD, as in Open MPI. */
    static Comm responsible(Comm comm) {
        if (comm != null && !comm.isNull()) {
            return comm;
        }
        return MPI.COMM_SELF.hasOwnHandler() ? MPI.COMM_SELF : MPI.COMM_WORLD;
    }

    private static void end(
            Handling handling, MpiFailure failure, String call, String where, Rank rank) {
        MPI.out().flush();
        ProgramChecks.deferToRankZero(handling.comm, failure);
        MPI.err()
                .println(ErrorReport.fatal(failure, where, rank, handling.owner, handling.handler));
        MPI.abort(
                failure.errorClass().code(),
                ErrorReport.name(failure.errorClass()) + " in " + call);
    }
}
