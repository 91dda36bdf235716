package bench;

import mpi.Intracomm;
import mpi.MPI;

/**
 * IMB PingPong: rank 0 sends, rank 1 receives and sends. Each has a constant send buffer and a
 * receive buffer; with echo each has one buffer and answers with what it received.
 */
final class PingPong implements Benchmark {
    private static final int TAG = 1;

    private final Intracomm comm;
    private final boolean first;
    private final boolean echo;
    private final boolean wiping;
    private final int peer;
    private final int source;
    private final int bytes;
    private final Payload sent;
    private final Payload received;
    private final Object out;
    private final Object in;

    PingPong(BenchmarkContext job, int bytes, boolean anySource) {
        comm = job.comm;
        first = job.rank == 0;
        echo = job.echo;
        wiping = job.checking && echo && first;
        peer = 1 - job.rank;
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
        } else {
            comm.recv(in, bytes, MPI.BYTE, source, TAG);
            comm.send(out, bytes, MPI.BYTE, peer, TAG);
        }
    }

    @Override
    public void prepare(long iteration) {
        received.wipe();
        if (!echo || first) {
            sent.fill(1 - peer, iteration);
        }
    }

    @Override
    public void verify(long iteration) {
        received.verify(0, bytes, echo ? 0 : peer, iteration, 0);
    }
}
