package bench;

import mpi.Intracomm;
import mpi.Request;

/** IMB Barrier. Verification only covers its completion. */
final class Barrier implements NonBlocking {
    private final Intracomm comm;
    private Request request;

    Barrier(BenchmarkContext job) {
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
