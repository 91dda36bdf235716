package imb.operation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * The random patterns of IMB-P2P. All ranks draw the same numbers, so each rank finds its partners
 * without communication. An iteration of Unirandom and Birandom is one transfer for each rank of
 * the job, between two random ranks; one of Corandom is one message around a ring of all ranks in
 * random order.
 */
public final class RandomTransfers implements Benchmark {
    private static final int TAG = 1;
    private static final long MULTIPLIER = 6364136223846793005L;
    private static final long INCREMENT = 1442695040888963407L;
    private static final int HIGH_BITS = 33;

    /** Which pattern. */
    public enum Kind {
        /** One message between two random ranks. */
        UNIRANDOM,
        /** One message each way. */
        BIRANDOM,
        /** Each rank sends one message and receives one. */
        CORANDOM
    }

    private final Kind kind;
    private final Intracomm comm;
    private final boolean checking;
    private final int rank;
    private final int size;
    private final int bytes;
    private final Payload sent;
    private final Payload received;
    private final Object out;
    private final Object in;
    private final int[] ring;
    private long random = 1;
    private long transfer;

    public RandomTransfers(BenchmarkContext job, int bytes, Kind kind) {
        this.kind = kind;
        comm = job.comm;
        checking = job.checking;
        rank = job.rank;
        size = job.size;
        this.bytes = bytes;
        sent = job.bytes(bytes);
        received = job.bytes(bytes);
        out = sent.buffer();
        in = received.buffer();
        ring = new int[size];
        for (int i = 0; i < size; i++) {
            ring[i] = i;
        }
    }

    @Override
    public void iterate() {
        if (kind == Kind.CORANDOM) {
            sendAlongRing();
            return;
        }
        for (int i = 0; i < size; i++) {
            int first = draw();
            int second = draw();
            while (second == first) {
                second = draw();
            }
            if (rank == first) {
                transfer(second, true);
            } else if (rank == second) {
                transfer(first, false);
            }
            transfer++;
        }
    }

    private int draw() {
        random = random * MULTIPLIER + INCREMENT;
        return (int) ((random >>> HIGH_BITS) % size);
    }

    private void transfer(int peer, boolean first) {
        if (kind == Kind.BIRANDOM) {
            exchange(peer, peer);
        } else if (first) {
            fill();
            comm.send(out, bytes, MPI.BYTE, peer, TAG);
        } else {
            wipe();
            comm.recv(in, bytes, MPI.BYTE, peer, TAG);
            check(peer);
        }
    }

    /** Shuffles the ring as all ranks do. */
    private void sendAlongRing() {
        for (int i = 0; i < size; i++) {
            int other = draw();
            int moved = ring[i];
            ring[i] = ring[other];
            ring[other] = moved;
        }
        int own = 0;
        while (ring[own] != rank) {
            own++;
        }
        exchange(ring[(own + 1) % size], ring[(own + size - 1) % size]);
        transfer++;
    }

    private void exchange(int destination, int source) {
        fill();
        wipe();
        Request request = comm.iRecv(in, bytes, MPI.BYTE, source, TAG);
        comm.send(out, bytes, MPI.BYTE, destination, TAG);
        request.waitFor();
        check(source);
    }

    private void fill() {
        if (checking) {
            sent.fill(rank, transfer);
        }
    }

    private void wipe() {
        if (checking) {
            received.wipe();
        }
    }

    private void check(int source) {
        if (checking) {
            received.verify(0, bytes, source, transfer, 0);
        }
    }

    /** Nothing: each transfer of a checked iteration has data of its own. */
    @Override
    public void prepare(long iteration) {}

    /** Nothing: each message is verified when it is received. */
    @Override
    public void verify(long iteration) {}
}
