package musubi.bootstrap.pmi;

/**
 * The requests of a rank to its process manager, independent of the version of PMI.
 *
 * <p>Thread rule: as {@link musubi.bootstrap.Bootstrap}.
 */
interface PmiClient {
    /** The rank in the job. */
    int rank();

    /** The number of ranks of the job. */
    int size();

    /** The number of the rank's program on the command line; -1 if it is unknown. */
    int appNumber();

    /** The name of the job at the process manager. */
    String jobName();

    /** The longest value for {@link #put}, in characters. */
    int valueLimit();

    /** Publishes a value, neither key nor value with a space, a newline or a backslash. */
    void put(String key, String value);

    /** Waits until all ranks have called it. */
    void fence();

    /** The value put under this key before the latest fence, or null. */
    String get(String key);

    /** The placement of ranks in the syntax of {@link ProcessMapping}; null if unknown. */
    String processMapping();

    /** Requests the abort of the job; there is no reply. */
    void abort(int exitCode, String message);

    /** Announces the regular end of this rank. */
    void leave();
}
