package imb.operation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.util.Arrays;

/**
 * IMB Uniband and Biband, also for the message rate of many pairs: ranks 0 to n/2-1 send a window
 * of non-blocking messages to rank + n/2, which answers with one byte; in Biband both send windows.
 */
public final class StreamingBandwidth implements Benchmark {
    private static final int TAG = 1;

    private final Intracomm comm;
    private final boolean both;
    private final boolean first;
    private final boolean active;
    private final int rank;
    private final int peer;
    private final int bytes;
    private final int window;
    private final Payload[] sent;
    private final Payload[] received;
    private final Object[] out;
    private final Object[] in;
    private final Object answer;
    private final Request[] requests;

    public StreamingBandwidth(BenchmarkContext job, int bytes, boolean both) {
        this.both = both;
        this.bytes = bytes;
        comm = job.comm;
        rank = job.rank;
        peer = job.partner();
        first = rank < peer;
        active = rank != peer;
        window = job.window(bytes);
        sent = payloads(job);
        received = payloads(job);
        out = buffers(sent);
        in = buffers(received);
        answer = job.bytes(1).buffer();
        requests = new Request[both ? 2 * window : window];
    }

    /** One buffer for the whole window, as in IMB; one for each checked message. */
    private Payload[] payloads(BenchmarkContext job) {
        Payload[] payloads = new Payload[window];
        for (int i = 0; i < window; i++) {
            payloads[i] = i == 0 || job.checking ? job.bytes(bytes) : payloads[0];
        }
        return payloads;
    }

    private static Object[] buffers(Payload[] payloads) {
        return Arrays.stream(payloads).map(Payload::buffer).toArray();
    }

    @Override
    public void iterate() {
        if (!active) {
            return;
        }
        int posted = 0;
        if (both || !first) {
            for (int i = 0; i < window; i++) {
                requests[posted++] = comm.iRecv(in[i], bytes, MPI.BYTE, peer, TAG);
            }
        }
        if (both || first) {
            for (int i = 0; i < window; i++) {
                requests[posted++] = comm.iSend(out[i], bytes, MPI.BYTE, peer, TAG);
            }
        }
        Request.waitAll(requests);
        if (first) {
            comm.recv(answer, 1, MPI.BYTE, peer, TAG);
        } else {
            comm.send(answer, 1, MPI.BYTE, peer, TAG);
        }
    }

    @Override
    public void prepare(long iteration) {
        for (int i = 0; i < window; i++) {
            sent[i].fill(rank, iteration * window + i);
            received[i].wipe();
        }
    }

    @Override
    public void verify(long iteration) {
        for (int i = 0; i < window && active && (both || !first); i++) {
            received[i].verify(0, bytes, peer, iteration * window + i, 0);
        }
    }
}
