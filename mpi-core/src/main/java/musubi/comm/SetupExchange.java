package musubi.comm;

import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import java.util.Arrays;

/**
 * The exchanges that the creation of communicators needs, by point-to-point messages, so that the
 * core works without the module of collective algorithms.
 *
 * <p>All-gather after Bruck et al. (IEEE TPDS 8(11), 1997), broadcast down a binomial tree:
 * ceil(log2 n) rounds each.
 *
 * <pre>
 *   n = 5, blocks held by rank 0:  0 | 0 1 | 0 1 2 3 | 0 1 2 3 4
 * </pre>
 */
final class SetupExchange {
    private final PointToPoint pt2pt;
    private final Communicator comm;
    private final int context;
    private final int tag;

    /** Exchanges on the collective context of the communicator, distinguished by the tag. */
    SetupExchange(Communicator comm, int tag) {
        this(comm, comm.collectiveContextId(), tag);
    }

    /** Exchanges on a context of the communicator, distinguished by the tag. */
    SetupExchange(Communicator comm, int context, int tag) {
        pt2pt = comm.pt2pt();
        this.comm = comm;
        this.context = context;
        this.tag = tag;
    }

    /** The numbers of all ranks, those of rank r from index r * mine.length on. */
    long[] allGather(long[] mine) {
        int[] ends = new int[comm.size() + 1];
        for (int i = 1; i < ends.length; i++) {
            ends[i] = i * mine.length;
        }
        return rotate(collect(mine, ends), comm.rank() * mine.length);
    }

    /** The numbers of all ranks, by rank; the counts may differ. */
    long[][] allGatherRows(long[] mine) {
        int n = comm.size();
        long[] lengths = allGather(new long[] {mine.length});
        int[] ends = new int[n + 1];
        for (int i = 0; i < n; i++) {
            ends[i + 1] = Math.toIntExact(ends[i] + lengths[(comm.rank() + i) % n]);
        }
        long[] blocks = collect(mine, ends);
        long[][] rows = new long[n][];
        for (int i = 0; i < n; i++) {
            rows[(comm.rank() + i) % n] = Arrays.copyOfRange(blocks, ends[i], ends[i + 1]);
        }
        return rows;
    }

    /**
     * The blocks of this rank, of the next one, and so on around.
     *
     * @param ends where each block ends, from index 1 on
     */
    private long[] collect(long[] mine, int[] ends) {
        int n = comm.size();
        long[] blocks = Arrays.copyOf(mine, ends[n]);
        for (int have = 1; have < n; have *= 2) {
            int more = Math.min(have, n - have);
            int to = (comm.rank() - have + n) % n;
            int from = (comm.rank() + have) % n;
            RecvRequest recv = receive(blocks, ends[have], ends[have + more] - ends[have], from);
            send(blocks, ends[more], to);
            finish(recv);
        }
        return blocks;
    }

    /** The numbers of the rank behind this one; those of rank 0 for the last. */
    long[] fromNext(long[] mine) {
        int n = comm.size();
        return exchange(mine, mine.length, (comm.rank() + 1) % n, (comm.rank() + n - 1) % n);
    }

    /**
     * Those of all ranks' numbers of which the first is least; when that is so for several ranks,
     * they have to be the same.
     */
    long[] minimum(long[] mine) {
        int n = comm.size();
        long[] best = mine;
        for (int distance = 1; distance < n; distance *= 2) {
            int from = (comm.rank() + n - distance) % n;
            long[] received = exchange(best, best.length, from, (comm.rank() + distance) % n);
            best = received[0] < best[0] ? received : best;
        }
        return best;
    }

    private long[] exchange(long[] mine, int count, int from, int to) {
        long[] theirs = new long[count];
        RecvRequest recv = receive(theirs, 0, count, from);
        send(mine, mine.length, to);
        finish(recv);
        return theirs;
    }

    /** Copies the numbers of the root to all ranks. */
    void broadcast(long[] numbers, int root) {
        int n = comm.size();
        int place = Math.floorMod(comm.rank() - root, n);
        int span = 1;
        while (span < n && (place & span) == 0) {
            span <<= 1;
        }
        if (place > 0) {
            finish(receive(numbers, 0, numbers.length, (place - span + root) % n));
        }
        for (int below = span >> 1; below > 0; below >>= 1) {
            if (place + below < n) {
                send(numbers, numbers.length, (place + below + root) % n);
            }
        }
    }

    /** Sends numbers to a rank, and receives as many from it as fit into an array. */
    long[] exchangeWith(long[] mine, int count, int peer) {
        return exchange(mine, count, peer, peer);
    }

    private RecvRequest receive(long[] numbers, int at, int count, int from) {
        RecvRequest recv = pt2pt.recvRequest().bind(numbers, at, count, MpiType.LONG);
        pt2pt.start(recv, context, comm, from, tag);
        return recv;
    }

    private void finish(RecvRequest recv) {
        pt2pt.await(recv);
        pt2pt.release(recv);
    }

    private void send(long[] numbers, int count, int to) {
        SendRequest send =
                pt2pt.sendRequest(SendMode.STANDARD).bind(numbers, 0, count, MpiType.LONG);
        pt2pt.start(send, context, comm, to, tag);
        pt2pt.await(send);
        pt2pt.release(send);
    }

    private static long[] rotate(long[] blocks, int by) {
        long[] result = new long[blocks.length];
        System.arraycopy(blocks, 0, result, by, blocks.length - by);
        System.arraycopy(blocks, blocks.length - by, result, 0, by);
        return result;
    }
}
