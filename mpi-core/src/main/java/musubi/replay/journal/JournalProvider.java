package musubi.replay.journal;

import java.nio.file.Path;

/** Makes journals; found with {@link java.util.ServiceLoader} when a job has one. */
public interface JournalProvider {
    /**
     * A rank of a job, as its journal describes it.
     *
     * @param number its rank
     * @param nodes the node of each rank of the job
     */
    record Rank(int number, int[] nodes) {
        /** How many ranks the job has. */
        public int size() {
            return nodes.length;
        }
    }

    /**
     * What is recorded, and how.
     *
     * @param payload whether data of messages, too
     * @param limitBytes maximum size of the journal of a rank; 0 for any
     * @param required whether a call fails when there is no space for more; else the rank continues
     *     without its journal
     */
    record Recording(boolean payload, long limitBytes, boolean required) {}

    /**
     * Begins to record.
     *
     * @throws musubi.error.MpiFailure when there is a journal already, or no place for one
     */
    MatchLog record(Path directory, Rank rank, Recording recording);

    /**
     * Opens what was recorded.
     *
     * @param alone whether the other ranks are not there; this needs the data of messages
     * @throws musubi.error.MpiFailure when it is not there, not whole, or another job's
     */
    MatchLog replay(Path directory, Rank rank, boolean alone);

    /**
     * The rank that was recorded under a number.
     *
     * @throws musubi.error.MpiFailure when there is none
     */
    Rank recorded(Path directory, int number);
}
