package musubi.launch.job;

import musubi.launch.output.OutputSink;

import java.util.List;

/** Thread dumps of all ranks at the time limit, one rank after the other. */
public record ThreadDumps(JobRanks ranks, OutputSink sink) {
    /** Prints the reason, then the threads of each JVM. */
    public void print(String reason) {
        boolean any = ranks.haveJvms();
        sink.report(reason + (any ? "; thread dumps of all ranks follow" : ""));
        try {
            ranks.dumpThreads();
            List<String> silent = ranks.silentHosts();
            if (!silent.isEmpty()) {
                sink.report("no thread dumps of " + String.join(", ", silent));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
