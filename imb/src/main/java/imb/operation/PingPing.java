package imb.operation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** IMB PingPing: both ranks i and i + n/2 send, while a message comes towards them. */
public final class PingPing implements Benchmark {
    private static final int TAG = 1;

    /** Calls of a rank. */
    public enum Kind {
        /** iSend, recv from the other rank, wait: as in IMB-MPI1. */
        SEND_FIRST,
        /** The same, but recv from any source. */
        ANY_SOURCE,
        /** iRecv, send, wait: as in IMB-P2P. */
        RECEIVE_FIRST
    }

    private final Intracomm comm;
    private final boolean active;
    private final boolean receivesFirst;
    private final int rank;
    private final int peer;
    private final int source;
    private final int bytes;
    private final Payload sent;
    private final Payload received;
    private final Object out;
    private final Object in;

    public PingPing(BenchmarkContext job, int bytes, Kind kind) {
        comm = job.comm;
        rank = job.rank;
        peer = job.partner();
        active = rank != peer;
        receivesFirst = kind == Kind.RECEIVE_FIRST;
        source = job.source(kind == Kind.ANY_SOURCE, peer);
        this.bytes = bytes;
        sent = job.bytes(bytes);
        received = job.bytes(bytes);
        out = sent.buffer();
        in = received.buffer();
    }

    @Override
    public void iterate() {
        if (!active) {
            return;
        }
        if (receivesFirst) {
            Request request = comm.iRecv(in, bytes, MPI.BYTE, source, TAG);
            comm.send(out, bytes, MPI.BYTE, peer, TAG);
            request.waitFor();
        } else {
            Request request = comm.iSend(out, bytes, MPI.BYTE, peer, TAG);
            comm.recv(in, bytes, MPI.BYTE, source, TAG);
            request.waitFor();
        }
    }

    @Override
    public void prepare(long iteration) {
        sent.fill(rank, iteration);
        received.wipe();
    }

    @Override
    public void verify(long iteration) {
        if (active) {
            received.verify(0, bytes, peer, iteration, 0);
        }
    }
}
