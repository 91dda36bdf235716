package mpi;

import musubi.Rank;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.MpiType;

import java.lang.reflect.Array;
import java.nio.Buffer;

/** Texts of failures for users. */
final class ErrorReport {
    private ErrorReport() {}

    /** For example {@code MPI.ERR_RANK}. */
    static String name(ErrorClass errorClass) {
        return "MPI.ERR_" + errorClass.name();
    }

    /** The class with this number; UNKNOWN when there is none. */
    static ErrorClass errorClass(int code) {
        for (ErrorClass errorClass : ErrorClass.values()) {
            if (errorClass.code() == code) {
                return errorClass;
            }
        }
        return ErrorClass.UNKNOWN;
    }

    /** Message of an exception; the rank is null outside Init and Finalize. */
    static String message(MpiFailure failure, String call, Rank rank) {
        return what(failure) + "; in " + call + (rank == null ? "" : " on " + place(rank));
    }

    /**
     * Class and text of a failure. The standard's text of class OTHER describes no error, so it is
     * left out.
     */
    private static String what(MpiFailure failure) {
        ErrorClass errorClass = failure.errorClass();
        String general = errorClass == ErrorClass.OTHER ? "" : errorClass.text() + ": ";
        return name(errorClass) + ": " + general + failure.getMessage();
    }

    /** What a call throws, for the report of a deadlock that may follow. */
    static String thrown(MpiFailure failure, String call) {
        String what = name(failure.errorClass()) + ": " + failure.getMessage();
        return call + " at " + CallSite.find().place() + ": " + what;
    }

    private static String place(Rank rank) {
        return "rank "
                + rank.bootstrap().worldRank()
                + " of "
                + rank.bootstrap().worldSize()
                + " in COMM_WORLD";
    }

    /** Output of a rank before it ends the job; the handler belongs to {@code owner}. */
    static String fatal(
            MpiFailure failure, String call, Rank rank, Object owner, Errhandler handler) {
        return """
        musubi: fatal error in %s
          at %s
          %s, on host %s
          %s
          The error handler %s ends the job. To get an MPIException
          instead, call setErrhandler(MPI.ERRORS_RETURN) on the %s first.\
        """
                .formatted(
                        call,
                        CallSite.find().place(),
                        place(rank),
                        HostName.get(),
                        what(failure),
                        handler,
                        owner instanceof Win ? "window" : "communicator");
    }

    /** The arguments of a call, as names and values by turns. */
    static String arguments(Object... namesAndValues) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            text.append(i == 0 ? "" : ", ")
                    .append(namesAndValues[i])
                    .append('=')
                    .append(value(namesAndValues[i + 1]));
        }
        return text.toString();
    }

    /** The arguments of a send or receive. */
    static String message(
            Object buf, long offset, long count, Datatype type, String peer, int rank, int tag) {
        return arguments("buf", buf, "offset", offset, "count", count, "type", type)
                + ", "
                + peer
                + "="
                + rank(rank)
                + ", tag="
                + tag(tag);
    }

    /** The arguments of a probe. */
    static String envelope(int source, int tag) {
        return "source=" + rank(source) + ", tag=" + tag(tag);
    }

    private static String value(Object value) {
        return switch (value) {
            case null -> "null";
            case Buffer buffer ->
                    (buffer.isDirect() ? "direct " : "heap ")
                            + kind(buffer)
                            + "["
                            + buffer.capacity()
                            + "]";
            case Datatype type -> type.toString();
            case MpiType type -> type.toString();
            case Op op -> op.toString();
            case Object array when array.getClass().isArray() ->
                    array.getClass().getComponentType().getSimpleName()
                            + "["
                            + Array.getLength(array)
                            + "]";
            case Number number -> number.toString();
            case String string -> string.isEmpty() ? "\"\"" : string;
            default -> value.getClass().getSimpleName();
        };
    }

    private static String kind(Buffer buffer) {
        Class<?> type = buffer.getClass();
        while (type.getSuperclass() != Buffer.class) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }

    /** The value of a rank argument. */
    static String rank(int rank) {
        return switch (rank) {
            case MPI.ANY_SOURCE -> "MPI.ANY_SOURCE";
            case MPI.PROC_NULL -> "MPI.PROC_NULL";
            default -> Integer.toString(rank);
        };
    }

    /** The value of a root argument. */
    static String root(int root) {
        return switch (root) {
            case MPI.ROOT -> "MPI.ROOT";
            case MPI.PROC_NULL -> "MPI.PROC_NULL";
            default -> Integer.toString(root);
        };
    }

    /** The value of a tag argument. */
    static String tag(int tag) {
        return tag == MPI.ANY_TAG ? "MPI.ANY_TAG" : Integer.toString(tag);
    }
}
