package musubi.conformance;

import mpi.Comm;
import mpi.Datatype;
import mpi.Status;

/** Messages to the next rank, from the previous one; a single rank sends to itself. */
public final class Ring {
    private static final int TAG = 31;

    private Ring() {}

    /** The layout of the items of a message. */
    public record Items(Object buf, int count, Datatype type) {}

    /** Items of a message. */
    public static Items items(Object buf, int count, Datatype type) {
        return new Items(buf, count, type);
    }

    /** The previous rank. */
    public static int before(Comm comm) {
        return (comm.getRank() + comm.getSize() - 1) % comm.getSize();
    }

    /** The next rank. */
    public static int behind(Comm comm) {
        return (comm.getRank() + 1) % comm.getSize();
    }

    /** Sends to the next rank and receives from the previous one. */
    public static Status shift(Comm comm, Items out, Items in) {
        return comm.sendRecv(
                out.buf,
                out.count,
                out.type,
                behind(comm),
                TAG,
                in.buf,
                in.count,
                in.type,
                before(comm),
                TAG);
    }

    /** Ascending numbers from {@code start}. */
    public static int[] ramp(int length, int start) {
        int[] ramp = new int[length];
        for (int i = 0; i < length; i++) {
            ramp[i] = start + i;
        }
        return ramp;
    }

    /** Commits the type and returns it. */
    public static Datatype committed(Datatype type) {
        type.commit();
        return type;
    }
}
