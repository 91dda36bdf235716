package musubi.replay;

import musubi.adi.Inbound;
import musubi.adi.Transport;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.matching.MatchControl;
import musubi.pt2pt.matching.MatchQueues;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.ThreadStreams;

/**
 * The recording or replay of a rank: what point-to-point communication, matching and the façade use
 * of it. Thread rule: the thread that holds the rank.
 */
public final class ReplaySession implements AutoCloseable {
    private final MatchLog log;
    private final ThreadStreams streams;
    private final JournaledMatching matching;

    ReplaySession(MatchLog log, MatchQueues queues, boolean manyThreads) {
        this.log = log;
        streams = new ThreadStreams(manyThreads);
        matching =
                log.isSingleRank()
                        ? new SingleRankReplayMatching(queues, log, streams)
                        : new JournaledMatching(queues, log, streams);
    }

    /** Decides the matches of the rank. */
    public MatchControl matching() {
        return matching;
    }

    /** The outcomes of calls that depend on time. */
    public RecordedOutcomes outcomes(PointToPoint pt2pt) {
        return new RecordedOutcomes(pt2pt, log, streams, matching);
    }

    /** Whether the rank is replayed without the others. */
    public boolean isSingleRank() {
        return log.isSingleRank();
    }

    /** Whether all data that ranks exchange has to be in messages, because it is recorded. */
    public boolean recordsPayload() {
        return log.recordsPayload();
    }

    /** The name of {@link #transport}. */
    public static String transportName() {
        return SingleRankReplayTransport.NAME;
    }

    /** The transport of a rank that is replayed without the others, and the journal's messages. */
    public Transport transport(Inbound inbound) {
        if (matching instanceof SingleRankReplayMatching single) {
            single.deliverTo(inbound);
        }
        return new SingleRankReplayTransport(inbound);
    }

    @Override
    public void close() {
        log.close();
    }
}
