package mpi;

import musubi.Rank;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/** Colours of {@link Intracomm#splitType}. MPI-4.1 section 7.4.2. */
final class SharedSplit {
    private static final String HINT = "musubi_shared";
    private static final String JVM = "jvm";
    private static final long NONE = -1;

    private SharedSplit() {}

    /**
     * The colour of this process: equal for processes that share memory; negative for {@code
     * MPI.UNDEFINED}.
     *
     * @throws MpiFailure of class ARG for an unknown split type
     */
    static long colour(Rank rank, int splitType, Info info) {
        if (splitType == MPI.UNDEFINED) {
            return NONE;
        }
        if (splitType != Comm.TYPE_SHARED) {
            throw new MpiFailure(
                            ErrorClass.ARG, "the type must be Comm.TYPE_SHARED or MPI.UNDEFINED")
                    .with("splitType", splitType);
        }
        long node = rank.bootstrap().node();
        boolean byJvm = info != null && !info.isNull() && JVM.equals(info.get(HINT));
        return byJvm ? node << 32 | ProcessHandle.current().pid() : node;
    }
}
