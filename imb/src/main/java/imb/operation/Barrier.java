package imb.operation;

import mpi.Intracomm;
import mpi.Request;

/** IMB Barrier. Verification only covers its completion. */
public final class Barrier implements NonBlocking {
    private final Intracomm comm;
    private Request request;

    public Barrier(BenchmarkContext job) {
        comm = job.comm;
    }

    @Override
    public void iterate() {
        comm.barrier();
    }

    @Override
    public void start() {
        request = comm.iBarrier();
    }

    @Override
    public void complete() {
        request.waitFor();
    }

    @Override
    public void prepare(long iteration) {}

    @Override
    public void verify(long iteration) {}
}
