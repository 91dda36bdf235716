package bench;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** IMB PingPing: both ranks start a send, receive, and wait for the send. */
final class PingPing implements Benchmark {
    private static final int TAG = 1;

    private final Intracomm comm;
    private final int rank;
    private final int peer;
    private final int source;
    private final int bytes;
    private final Payload sent;
    private final Payload received;
    private final Object out;
    private final Object in;

    PingPing(BenchmarkContext job, int bytes, boolean anySource) {
        comm = job.comm;
        rank = job.rank;
        peer = 1 - rank;
        source = job.source(anySource, peer);
        this.bytes = bytes;
        sent = job.bytes(bytes);
        received = job.bytes(bytes);
        out = sent.buffer();
        in = received.buffer();
    }

    @Override
    public void iterate() {
        Request request = comm.iSend(out, bytes, MPI.BYTE, peer, TAG);
        comm.recv(in, bytes, MPI.BYTE, source, TAG);
        request.waitFor();
    }

    @Override
    public void prepare(long iteration) {
        sent.fill(rank, iteration);
        received.wipe();
    }

    @Override
    public void verify(long iteration) {
        received.verify(0, bytes, peer, iteration, 0);
    }
}
