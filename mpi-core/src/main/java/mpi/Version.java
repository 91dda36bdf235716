package mpi;

/** The version of the MPI standard that the library follows. MPI-4.1 section 9.1.1. */
public final class Version {
    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /** The part before the point. MPI-4.1 section 9.1.1. */
    public int getVersion() {
        return version;
    }

    /** The part after the point. MPI-4.1 section 9.1.1. */
    public int getSubVersion() {
        return subVersion;
    }
}
