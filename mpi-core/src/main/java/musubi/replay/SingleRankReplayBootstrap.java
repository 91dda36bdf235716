package musubi.replay;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.StallLink;
import musubi.replay.journal.JournalProvider;

import java.util.Map;

/**
 * The recorded job of a rank that is replayed alone. Only the process manager is that of the
 * replay.
 *
 * @param outer of the job of one rank that really runs
 */
record SingleRankReplayBootstrap(Bootstrap outer, JournalProvider.Rank recorded)
        implements Bootstrap {
    @Override
    public int worldRank() {
        return recorded.number();
    }

    @Override
    public int worldSize() {
        return recorded.size();
    }

    @Override
    public int localRank() {
        return onMyNode(worldRank());
    }

    @Override
    public int localSize() {
        return onMyNode(worldSize());
    }

    /** How many of the ranks below this one are on the node of this rank. */
    private int onMyNode(int below) {
        int count = 0;
        for (int rank = 0; rank < below; rank++) {
            count += nodeOf(rank) == node() ? 1 : 0;
        }
        return count;
    }

    @Override
    public int node() {
        return nodeOf(worldRank());
    }

    @Override
    public int nodeOf(int worldRank) {
        return recorded.nodes()[worldRank];
    }

    @Override
    public int[] nodes() {
        return recorded.nodes().clone();
    }

    @Override
    public Map<String, String> launch() {
        return outer.launch();
    }

    @Override
    public String jobId() {
        return outer.jobId();
    }

    @Override
    public StallLink stalls() {
        return new JournalEnd(this);
    }

    @Override
    public void put(String key, String value) {
        // There is no reader.
    }

    @Override
    public void fence() {
        // There are no other ranks.
    }

    @Override
    public String get(String key) {
        return null;
    }

    @Override
    public void abort(int exitCode, String message) {
        outer.abort(exitCode, message);
    }

    @Override
    public void leave() {
        outer.leave();
    }

    @Override
    public void close() {
        outer.close();
    }
}
