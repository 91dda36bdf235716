package imb.operation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Transfers along a ring of ranks: IMB Sendrecv (to the right, from the left), IMB Exchange (both
 * ways), and a non-blocking Sendrecv. Left and right are the next ranks, in IMB-MT those at half
 * the distance around the ring.
 */
public final class ParallelTransfers implements NonBlocking {
    private static final int TAG = 1;

    /** Calls of a rank. */
    public enum Kind {
        /** One call of sendRecv. */
        SENDRECV,
        /** iSend to both, recv from both, wait. */
        EXCHANGE,
        /** iRecv from the left, iSend to the right. */
        ISEND_IRECV
    }

    private final Kind kind;
    private final Intracomm comm;
    private final int rank;
    private final int left;
    private final int right;
    private final int bytes;
    private final Payload toRight;
    private final Payload toLeft;
    private final Payload fromLeft;
    private final Payload fromRight;
    private final Request[] requests = new Request[2];

    /** Transfers to neighbours. */
    public ParallelTransfers(BenchmarkContext job, int bytes, Kind kind) {
        this(job, bytes, kind, 1);
    }

    /**
     * Transfers to ranks at a distance around the ring.
     *
     * @param distance 1 for neighbours
     */
    public ParallelTransfers(BenchmarkContext job, int bytes, Kind kind, int distance) {
        this.kind = kind;
        this.bytes = bytes;
        comm = job.comm;
        rank = job.rank;
        left = (rank - distance + job.size) % job.size;
        right = (rank + distance) % job.size;
        int leftwards = kind == Kind.EXCHANGE ? bytes : 0;
        toRight = job.bytes(bytes);
        fromLeft = job.bytes(bytes);
        toLeft = job.bytes(leftwards);
        fromRight = job.bytes(leftwards);
    }

    @Override
    public void iterate() {
        switch (kind) {
            case SENDRECV -> sendReceive();
            case EXCHANGE -> exchange();
            case ISEND_IRECV -> {
                start();
                complete();
            }
        }
    }

    private void sendReceive() {
        comm.sendRecv(
                toRight.buffer(),
                bytes,
                MPI.BYTE,
                right,
                TAG,
                fromLeft.buffer(),
                bytes,
                MPI.BYTE,
                left,
                TAG);
    }

    /** With two ranks both neighbours are the same rank: the tag identifies the side. */
    private void exchange() {
        requests[0] = comm.iSend(toRight.buffer(), bytes, MPI.BYTE, right, TAG);
        requests[1] = comm.iSend(toLeft.buffer(), bytes, MPI.BYTE, left, TAG + 1);
        comm.recv(fromLeft.buffer(), bytes, MPI.BYTE, left, TAG);
        comm.recv(fromRight.buffer(), bytes, MPI.BYTE, right, TAG + 1);
        Request.waitAll(requests);
    }

    @Override
    public void start() {
        requests[0] = comm.iRecv(fromLeft.buffer(), bytes, MPI.BYTE, left, TAG);
        requests[1] = comm.iSend(toRight.buffer(), bytes, MPI.BYTE, right, TAG);
    }

    @Override
    public void complete() {
        Request.waitAll(requests);
    }

    @Override
    public void prepare(long iteration) {
        toRight.fill(rank, 2 * iteration);
        toLeft.fill(rank, 2 * iteration + 1);
        fromLeft.wipe();
        fromRight.wipe();
    }

    @Override
    public void verify(long iteration) {
        fromLeft.verify(0, bytes, left, 2 * iteration, 0);
        fromRight.verify(0, fromRight.length(), right, 2 * iteration + 1, 0);
    }
}
