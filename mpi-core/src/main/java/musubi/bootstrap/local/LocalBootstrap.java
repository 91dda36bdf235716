package musubi.bootstrap.local;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.StallLink;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.AddressSpace;

/** One rank of a {@link LocalJob} in one epoch. */
final class LocalBootstrap implements Bootstrap {
    private final LocalJob job;
    private final int rank;
    private final int epoch;
    private boolean left;

    LocalBootstrap(LocalJob job, int rank, int epoch) {
        this.job = job;
        this.rank = rank;
        this.epoch = epoch;
    }

    @Override
    public int worldRank() {
        return rank;
    }

    @Override
    public int worldSize() {
        return job.size();
    }

    @Override
    public int localRank() {
        return rank;
    }

    @Override
    public int localSize() {
        return job.size();
    }

    @Override
    public String jobId() {
        return job.jobId(epoch);
    }

    @Override
    public AddressSpace addressSpace() {
        return job.addressSpace();
    }

    @Override
    public StallLink stalls() {
        return new LocalStallLink(job.detector(epoch), rank, job::checkAlive);
    }

    @Override
    public void put(String key, String value) {
        job.put(epoch, key, value);
    }

    @Override
    public void fence() {
        job.fence(epoch);
    }

    @Override
    public String get(String key) {
        return job.get(epoch, key);
    }

    /** Fails every rank of the job, including this one; the JVM continues. */
    @Override
    public void abort(int exitCode, String message) {
        String text = "rank " + rank + " aborted with code " + exitCode + ": " + message;
        job.abort(text);
        throw new MpiFailure(ErrorClass.PROC_ABORTED, text);
    }

    @Override
    public void leave() {
        if (!left) {
            left = true;
            job.leave(epoch);
        }
    }

    @Override
    public void close() {
        leave();
    }
}
