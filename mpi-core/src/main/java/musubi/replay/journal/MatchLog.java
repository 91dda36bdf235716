package musubi.replay.journal;

import musubi.error.MpiFailure;
import musubi.region.Region;

/**
 * The journal of a rank: records outcomes that depend on time, or looks them up. Which message a
 * receive gets, and the outcomes of tests and probes, are all that a thread without shared state
 * cannot compute from its own execution.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public interface MatchLog extends AutoCloseable {
    /** In place of an outcome: none was recorded. */
    int[] NOT_RECORDED = {};

    /** Whether it is replayed; else it is recorded. */
    boolean replays();

    /** Whether the rank is replayed without the others. */
    boolean isSingleRank();

    /**
     * Whether it has the data of messages, too. Then all data that ranks exchange has to be in
     * messages.
     */
    boolean recordsPayload();

    /** The recorded match of a receive; null if there is none. */
    Match matchOfReceive(long receive);

    /** The recorded match of a message; null if there is none. */
    Match matchOfMessage(int contextId, int source, long message);

    /**
     * A receive is about to start.
     *
     * @throws MpiFailure once, of class NO_SPACE, when what happened before could not be recorded
     */
    default void beforeReceive() {}

    /** A receive has got a message, or was cancelled. */
    void matched(Match match);

    /**
     * A receive was started.
     *
     * @param source that it is for, or a negative number for any
     * @param tag as the source
     */
    default void posted(long receive, int contextId, int source, int tag) {}

    /**
     * A message has arrived.
     *
     * @param message with 0 in place of its receive
     */
    default void arrived(Match message) {}

    /** What a receive got is in its buffer. */
    void payload(long receive, Region data, long bytes);

    /** A part of a collective operation has come. */
    void collectivePayload(int contextId, int source, int tag, Region data, long bytes);

    /** What a receive got, for a rank alone; null when the journal ends before. */
    default byte[] payloadOf(long receive) {
        return null;
    }

    /** What the next part of a collective operation was, for a rank alone; null as above. */
    default byte[] collectivePayloadOf(int contextId, int source, int tag) {
        return null;
    }

    /**
     * The recorded outcome of the next call of a stream: the places of requests, or the envelope of
     * a probed message; null for no; {@link #NOT_RECORDED} when that was not recorded.
     *
     * @param stream of the calling thread, from {@link ThreadStreams}
     * @throws MpiFailure if another call was recorded here
     */
    int[] recordedOutcome(long stream, NondeterministicCall call);

    /** Records the outcome of the last call of a stream; null for no. */
    void recordOutcome(long stream, NondeterministicCall call, int[] outcome);

    /** The failure of a program that does something else than was recorded. */
    MpiFailure diverged(String recorded, String actual);

    /** The rank leaves the job. */
    @Override
    void close();
}
