package musubi.launch.output;

/**
 * Options for the standard streams of the ranks.
 *
 * @param form the form of output lines
 * @param timestamps whether lines begin with the time
 * @param pattern the prefix of lines in the form PATTERN, with placeholders; else null
 * @param merged whether standard error goes where standard output goes
 * @param outFile the file of a rank's standard output, with placeholders, or null
 * @param errFile the file of a rank's standard error, with placeholders, or null
 * @param copied whether output in files is also written to mpiexec's streams
 * @param inputRank the rank that reads standard input; {@link #NO_RANK} or {@link #ALL_RANKS}
 * @param exitCodes whether mpiexec prints the exit code of each rank
 */
public record StreamOptions(
        Form form,
        boolean timestamps,
        String pattern,
        boolean merged,
        String outFile,
        String errFile,
        boolean copied,
        int inputRank,
        boolean exitCodes) {
    /** The placeholders of patterns, each after a percent sign. */
    public static final String PLACEHOLDERS = "rRgphtn%";

    /** No rank reads standard input. */
    public static final int NO_RANK = -1;

    /** All ranks read standard input, each all of it. */
    public static final int ALL_RANKS = -2;

    /** The form of lines. */
    public enum Form {
        /** As written by the rank. */
        PLAIN,
        /** With {@code [rank]} in front. */
        RANK,
        /** With {@code [1,rank]<stream>:} in front, as Open MPI. */
        JOB_AND_RANK,
        /** With {@code [job,rank]<stream>:} in front. */
        JOB_NAME,
        /** With {@code [job,rank][host:pid]<stream>:} in front. */
        HOST_AND_PROCESS,
        /** With an expanded pattern in front. */
        PATTERN,
        /** An XML element for each line. */
        XML,
        /** A JSON object for each line. */
        JSON
    }

    /** Unchanged lines, and input for rank 0. */
    public static final StreamOptions DEFAULT =
            new StreamOptions(Form.PLAIN, false, null, false, null, null, true, 0, false);

    public StreamOptions {
        if ((form == Form.PATTERN) != (pattern != null) || inputRank < ALL_RANKS) {
            throw new IllegalArgumentException(
                    "form=" + form + " pattern=" + pattern + " inputRank=" + inputRank);
        }
    }

    /** Whether each line is an element of a data format, all of them on standard output. */
    public boolean isEncoded() {
        return form == Form.XML || form == Form.JSON;
    }
}
