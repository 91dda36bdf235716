package mpi;

import musubi.job.IsolatedJob;

import java.util.Map;

/** What the parts of the {@link MpiSuite} share. */
interface InJob {
    /** Settings of the jobs, by name without the prefix; they say which transport is used. */
    Map<String, String> settings();

    /** A job of so many ranks. */
    default IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, settings());
    }
}
