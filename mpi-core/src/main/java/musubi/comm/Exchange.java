package musubi.comm;

import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendMode;
import musubi.pt2pt.SendRequest;
import musubi.type.Datatype;

/**
 * The few exchanges that making a communicator needs, by point-to-point only, so that the core
 * works without the module of collective algorithms.
 *
 * <p>All-gather after Bruck et al. (IEEE TPDS 8(11), 1997): ceil(log2 n) rounds.
 *
 * <pre>
 *   n = 5, blocks held by rank 0:  0 | 0 1 | 0 1 2 3 | 0 1 2 3 4
 * </pre>
 */
final class Exchange {
    private final PointToPoint pt2pt;
    private final Communicator comm;
    private final int tag;

    /** Exchanges on the collective context of the communicator, told apart by the tag. */
    Exchange(PointToPoint pt2pt, Communicator comm, int tag) {
        this.pt2pt = pt2pt;
        this.comm = comm;
        this.tag = tag;
    }

    /** Everybody's numbers, those of rank r from index r * mine.length on. */
    long[] allGather(long[] mine) {
        int n = comm.size();
        int width = mine.length;
        long[] blocks = new long[n * width];
        System.arraycopy(mine, 0, blocks, 0, width);
        for (int have = 1; have < n; have *= 2) {
            int more = Math.min(have, n - have);
            int to = (comm.rank() - have + n) % n;
            int from = (comm.rank() + have) % n;
            swap(blocks, more * width, to, have * width, from);
        }
        return rotate(blocks, comm.rank() * width);
    }

    private void swap(long[] blocks, int count, int to, int landAt, int from) {
        int context = comm.collectiveContextId();
        RecvRequest recv = pt2pt.recvRequest().bind(blocks, landAt, count, Datatype.LONG);
        pt2pt.start(recv, context, comm, from, tag);
        SendRequest send =
                pt2pt.sendRequest(SendMode.STANDARD).bind(blocks, 0, count, Datatype.LONG);
        pt2pt.start(send, context, comm, to, tag);
        pt2pt.await(send);
        pt2pt.await(recv);
        pt2pt.release(send);
        pt2pt.release(recv);
    }

    private static long[] rotate(long[] blocks, int by) {
        long[] result = new long[blocks.length];
        System.arraycopy(blocks, 0, result, by, blocks.length - by);
        System.arraycopy(blocks, blocks.length - by, result, 0, by);
        return result;
    }
}
