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
        String where = call + "(" + arguments + ")";
        String message = ErrorReport.message(failure, where, rank);
        if (rank != null) {
            rank.events().failed(failure.errorClass().code());
            Comm responsible = responsible(comm);
            Errhandler handler = responsible.handler();
            if (handler.function() != null) {
                int code = failure.errorClass().code();
                rank.gate().runOutside(() -> handler.function().call(responsible, code, message));
            } else if (handler.isFatal() && isLowerCase(call)) {
                end(responsible, failure, call, where, rank);
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
    private static Comm responsible(Comm comm) {
        if (comm != null && !comm.isNull()) {
            return comm;
        }
        return MPI.COMM_SELF.hasOwnHandler() ? MPI.COMM_SELF : MPI.COMM_WORLD;
    }

    private static void end(
            Comm responsible, MpiFailure failure, String call, String where, Rank rank) {
        MPI.out().flush();
        ProgramChecks.deferToRankZero(responsible, failure);
        MPI.err().println(ErrorReport.fatal(failure, where, rank, responsible.handler()));
        MPI.abort(
                failure.errorClass().code(),
                ErrorReport.name(failure.errorClass()) + " in " + call);
    }
}
