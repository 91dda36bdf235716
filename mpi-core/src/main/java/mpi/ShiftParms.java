package mpi;

/** Source and destination of a shift. MPI-4.1 section 8.5.6. */
public class ShiftParms {
    /** Rank to receive from. */
    public int rank_source;

    /** Rank to send to. */
    public int rank_dest;

    ShiftParms(int source, int dest) {
        rank_source = source;
        rank_dest = dest;
    }

    /** Rank to receive from. MPI-4.1 section 8.5.6. */
    public int getRankSource() {
        return rank_source;
    }

    /** Rank to send to. MPI-4.1 section 8.5.6. */
    public int getRankDest() {
        return rank_dest;
    }
}
