package musubi.launch.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * Messages of all protocols between all pairs of ranks at once, one at a time to a receiver with a
 * wildcard, and collective operations; all contents are checked. At the end with the ranks in
 * another order.
 */
public final class MixedTraffic {
    private static final int[] SIZES = {0, 1, 100, 1_500, 20_000, 200_000};
    private static final int SHORT = 100;
    private static final int ROUNDS = 3;
    private static final int PAIRS = 1;
    private static final int ANY = 2;

    private final Intracomm comm;
    private final int rank;
    private final int ranks;

    private MixedTraffic(Intracomm comm) {
        this.comm = comm;
        rank = comm.getRank();
        ranks = comm.getSize();
    }

    public static void main(String[] words) {
        MPI.Init(words);
        MixedTraffic world = new MixedTraffic(MPI.COMM_WORLD);
        for (int round = 0; round < ROUNDS; round++) {
            for (int size : SIZES) {
                world.exchange(size);
            }
        }
        MixedTraffic irregular = new MixedTraffic(irregular(world.rank));
        irregular.exchange(SHORT);
        boolean asked = words.length > 0 && words[0].equals("program");
        String program = asked ? " in program " + MPI.COMM_WORLD.getAttr(MPI.APPNUM) : "";
        System.out.println(world.rank + " done" + program);
        MPI.Finalize();
        // The memory report of Finalize includes this communicator.
        Reference.reachabilityFence(irregular);
    }

    /** All ranks, from four on in an irregular order: 0 1 3 2 4. */
    private static Intracomm irregular(int rank) {
        int key = rank == 2 ? 3 : rank == 3 ? 2 : rank;
        return MPI.COMM_WORLD.split(0, key);
    }

    private void exchange(int size) {
        betweenAllPairs(size);
        fromAnySource(size);
        collectives(size);
    }

    private static int[] content(int from, int size) {
        int[] content = new int[size];
        Arrays.setAll(content, i -> i * 31 + from);
        return content;
    }

    private void check(int from, int[] got) {
        if (!Arrays.equals(content(from, got.length), got)) {
            throw new IllegalStateException(
                    "wrong content: rank=" + rank + " from=" + from + " size=" + got.length);
        }
    }

    private void betweenAllPairs(int size) {
        int[][] got = new int[ranks][size];
        Request[] requests = new Request[2 * ranks];
        for (int peer = 0; peer < ranks; peer++) {
            requests[peer] = comm.iRecv(got[peer], size, MPI.INT, peer, PAIRS);
        }
        int[] own = content(rank, size);
        for (int peer = 0; peer < ranks; peer++) {
            requests[ranks + peer] = comm.iSend(own, size, MPI.INT, peer, PAIRS);
        }
        Request.waitAll(requests);
        for (int peer = 0; peer < ranks; peer++) {
            check(peer, got[peer]);
        }
    }

    private void fromAnySource(int size) {
        int receiver = size % ranks;
        if (rank != receiver) {
            comm.send(content(rank, size), size, MPI.INT, receiver, ANY);
            return;
        }
        boolean[] seen = new boolean[ranks];
        for (int i = 1; i < ranks; i++) {
            int[] got = new int[size];
            Status status = comm.recv(got, size, MPI.INT, MPI.ANY_SOURCE, ANY);
            check(status.getSource(), got);
            seen[status.getSource()] = true;
        }
        seen[receiver] = true;
        for (int peer = 0; peer < ranks; peer++) {
            if (!seen[peer]) {
                throw new IllegalStateException("no message from rank " + peer);
            }
        }
    }

    private void collectives(int size) {
        int root = size % ranks;
        int[] data = rank == root ? content(root, size) : new int[size];
        comm.bcast(data, size, MPI.INT, root);
        check(root, data);
        int[] sum = {rank + 1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        int[] all = new int[ranks * size];
        comm.allGather(content(rank, size), size, MPI.INT, all, size, MPI.INT);
        for (int peer = 0; peer < ranks; peer++) {
            check(peer, Arrays.copyOfRange(all, peer * size, (peer + 1) * size));
        }
        if (sum[0] != ranks * (ranks + 1) / 2) {
            throw new IllegalStateException("wrong sum: rank=" + rank + " sum=" + sum[0]);
        }
        comm.barrier();
    }
}
