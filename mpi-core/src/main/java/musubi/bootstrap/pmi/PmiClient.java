package musubi.bootstrap.pmi;

/**
 * What a rank asks its process manager once both have agreed on a version of PMI.
 *
 * <p>Thread rule: as {@link musubi.bootstrap.Bootstrap}.
 */
interface PmiClient {
    /** The place of this rank in the job. */
    int rank();

    /** How many ranks the job has. */
    int size();

    /** The job's name for its process manager. */
    String jobName();

    /** The longest value that {@link #put} takes, in characters. */
    int valueLimit();

    /** Publishes a value, neither key nor value with a space, a newline or a backslash. */
    void put(String key, String value);

    /** Waits until every rank has called it. */
    void fence();

    /** The value put under this key before the latest fence, or null. */
    String get(String key);

    /** Which rank runs on which node, as {@link ProcessMapping} reads it; null when unknown. */
    String processMapping();

    /** Says that the job must end, without an answer. */
    void abort(int exitCode, String message);

    /** Says goodbye. */
    void leave();
}
