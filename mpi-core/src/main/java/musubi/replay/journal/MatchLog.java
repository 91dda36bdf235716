package musubi.replay.journal;

import musubi.error.MpiFailure;
import musubi.region.Region;

/**
 * The journal of a rank: takes down what depends on time, or tells it again. Which message a
 * receive gets, and how questions were answered, is all that a thread that shares nothing with
 * others cannot know from its own course.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public interface MatchLog extends AutoCloseable {
    /** Instead of an answer: none was recorded. */
    int[] NOT_RECORDED = {};

    /** Whether it tells what was recorded; else it records. */
    boolean replays();

    /** Whether the rank is replayed without the others. */
    boolean isSingleRank();

    /**
     * Whether it has what messages carry, too. Then all that ranks exchange has to be in messages.
     */
    boolean recordsPayload();

    /** What was recorded of a receive; null when nothing was. */
    Match matchOfReceive(long receive);

    /** Which receive got a message; null when that was not recorded. */
    Match matchOfMessage(int contextId, int source, long message);

    /** A receive has got a message, or was cancelled. */
    void matched(Match match);

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
     * How the next question of a course was answered: the places of requests, or of a message what
     * a probe tells; null for no; {@link #NOT_RECORDED} when that was not recorded.
     *
     * @param course of the thread that asks, from {@link ThreadStreams}
     * @throws MpiFailure when another question was asked here
     */
    int[] recordedOutcome(long course, NondeterministicCall question);

    /** How the question asked last in a course has been answered; null for no. */
    void recordOutcome(long course, NondeterministicCall question, int[] answer);

    /** The failure of a program that does something else than was recorded. */
    MpiFailure diverged(String recorded, String actual);

    /** The rank leaves the job. */
    @Override
    void close();
}
