package musubi.launch.job;

import musubi.launch.output.OutputSink;

/** Thread dumps of all ranks at the time limit, one rank after the other. */
public record ThreadDumps(JobRanks ranks, OutputSink sink) {
    /** Prints the reason, then the threads of each JVM. */
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
