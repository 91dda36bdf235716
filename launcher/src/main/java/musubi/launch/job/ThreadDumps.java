package musubi.launch.job;

import musubi.launch.output.OutputSink;

/** Shows where every rank is when the time is up, one rank after the other. */
public final class ThreadDumps {
    private final JobRanks ranks;
    private final OutputSink sink;

    public ThreadDumps(JobRanks ranks, OutputSink sink) {
        this.ranks = ranks;
        this.sink = sink;
    }

    /** Prints the reason, then the threads of each process that is a JVM. */
    void print(String reason) {
        boolean any = ranks.haveJvms();
        sink.report(reason + (any ? "; thread dumps of all ranks follow" : ""));
        try {
            ranks.dumpThreads();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
