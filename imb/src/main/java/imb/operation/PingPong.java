package imb.operation;

import mpi.Intracomm;
import mpi.MPI;

/**
 * IMB PingPong of ranks i and i + n/2: the first sends, the second receives and sends. Each has a
 * constant send buffer and a receive buffer; with echo each has one buffer and answers with what it
 * received.
 */
public final class PingPong implements Benchmark {
    private static final int TAG = 1;

    private final Intracomm comm;
    private final boolean first;
    private final boolean active;
    private final boolean echo;
    private final int rank;
    private final boolean wiping;
    private final int peer;
    private final int source;
    private final int bytes;
    private final Payload sent;
    private final Payload received;
    private final Object out;
    private final Object in;

    public PingPong(BenchmarkContext job, int bytes, boolean anySource) {
        comm = job.comm;
        rank = job.rank;
        peer = job.partner();
        first = rank < peer;
        active = rank != peer;
        echo = job.echo;
        wiping = job.checking && echo && first;
        source = job.source(anySource, peer);
        this.bytes = bytes;
        received = job.bytes(bytes);
        sent = echo ? received : job.bytes(bytes);
        out = sent.buffer();
        in = received.buffer();
    }

    @Override
    public void iterate() {
        if (first) {
            comm.send(out, bytes, MPI.BYTE, peer, TAG);
            if (wiping) {
                received.wipe();
            }
            comm.recv(in, bytes, MPI.BYTE, source, TAG);
        } else if (active) {
            comm.recv(in, bytes, MPI.BYTE, source, TAG);
            comm.send(out, bytes, MPI.BYTE, peer, TAG);
        }
    }

    @Override
    public void prepare(long iteration) {
        received.wipe();
        if (!echo || first) {
            sent.fill(rank, iteration);
        }
    }

    @Override
    public void verify(long iteration) {
        if (active) {
            received.verify(0, bytes, echo ? Math.min(rank, peer) : peer, iteration, 0);
        }
    }
}
