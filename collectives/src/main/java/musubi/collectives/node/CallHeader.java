package musubi.collectives.node;

import musubi.coll.CollectiveKind;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/** The word by which members find out that their calls differ: kind, root, bytes. */
final class CallHeader {
    private static final int KIND_SHIFT = 56;
    private static final int ROOT_SHIFT = 40;
    private static final int ROOT_MASK = 0xffff;
    private static final long BYTES_MASK = (1L << ROOT_SHIFT) - 1;

    private CallHeader() {}

    static long of(CollectiveKind kind, int root, long bytes) {
        return (long) kind.ordinal() << KIND_SHIFT
                | (long) (root & ROOT_MASK) << ROOT_SHIFT
                | bytes & BYTES_MASK;
    }

    /**
     * The failure of a rank whose call differs from that of a member.
     *
     * @return of class NOT_SAME, or TRUNCATE if a broadcast is longer than this rank's buffer
     */
    static MpiFailure mismatch(int rank, long own, int member, long theirs) {
        ErrorClass errorClass =
                isTruncated(own, theirs) ? ErrorClass.TRUNCATE : ErrorClass.NOT_SAME;
        boolean sameCall = own >>> KIND_SHIFT == theirs >>> KIND_SHIFT;
        boolean sameRoot = own >>> ROOT_SHIFT == theirs >>> ROOT_SHIFT;
        String what = sameRoot ? "count" : sameCall ? "root" : "call";
        MpiFailure failure = new MpiFailure(errorClass, "ranks disagree on the " + what);
        return describe(member, theirs, describe(rank, own, failure))
                .advice(
                        switch (what) {
                            case "count" -> "pass counts and types of the same size on all ranks";
                            case "root" -> "pass the same root on all ranks";
                            default -> "all members have to make the same calls in the same order";
                        });
    }

    /** Whether the calls are the same broadcast, but longer than this rank's buffer. */
    private static boolean isTruncated(long own, long theirs) {
        return own >>> ROOT_SHIFT == theirs >>> ROOT_SHIFT
                && own >>> KIND_SHIFT == CollectiveKind.BCAST.ordinal()
                && own < theirs;
    }

    private static MpiFailure describe(int member, long header, MpiFailure failure) {
        return failure.with("rank", member)
                .with("kind", CollectiveKind.values()[(int) (header >>> KIND_SHIFT)])
                .with("root", header >>> ROOT_SHIFT & ROOT_MASK, "bytes", header & BYTES_MASK);
    }
}
