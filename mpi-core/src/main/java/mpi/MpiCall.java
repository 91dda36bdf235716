package mpi;

import musubi.Rank;
import musubi.error.MpiFailure;

/**
 * The frame of an MPI call: enters the rank, runs the body, and leaves the rank. A failure of the
 * body goes to the error handler. MPI-4.1 section 9.3.
 *
 * <p>Bodies that capture nothing cost no allocation. Calls that are too short even for that, the
 * sends and receives of {@link Comm}, spell the frame out.
 */
final class MpiCall {
    /** What a call does with its subject; the calling thread holds the rank. */
    @FunctionalInterface
    interface Body<S, R> {
        R run(Rank rank, S subject);
    }

    /** Passes the failure of a call to the error handler; returns the exception to throw. */
    @FunctionalInterface
    interface Raise<S> {
        MPIException raise(S subject, MpiFailure failure, String call);
    }

    private MpiCall() {}

    /**
     * Runs a call.
     *
     * @param subject what the call is about: a communicator, a request, or its arguments
     * @param call name of the method, for messages
     */
    static <S, R> R run(S subject, String call, Body<? super S, R> body, Raise<? super S> raise) {
        return run(MPI.enter(), subject, call, body, raise);
    }

    /**
     * As {@link #run} for a call without communication: an operation of a reduction may make it.
     */
    static <S, R> R runLocally(
            S subject, String call, Body<? super S, R> body, Raise<? super S> raise) {
        return run(MPI.enterLocally(), subject, call, body, raise);
    }

    private static <S, R> R run(
            Rank rank, S subject, String call, Body<? super S, R> body, Raise<? super S> raise) {
        try {
            return body.run(rank, subject);
        } catch (RuntimeException | Error e) {
            throw raise.raise(subject, MpiFailure.of(e), call);
        } finally {
            rank.gate().exit();
        }
    }
}
