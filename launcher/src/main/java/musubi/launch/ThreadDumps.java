package musubi.launch;

/** Shows where every rank is when the time is up, one rank after the other. */
final class ThreadDumps {
    private static final long QUIET_MS = 100;
    private static final long LIMIT_MS = 1_000;

    private final Ranks ranks;
    private final OutputSink sink;

    ThreadDumps(Ranks ranks, OutputSink sink) {
        this.ranks = ranks;
        this.sink = sink;
    }

    /** Prints the reason, then the threads of each process that is a JVM. */
    void print(String reason) {
        boolean any = ranks.processes().stream().anyMatch(process -> !process.jvms().isEmpty());
        sink.message(Mpiexec.PREFIX + reason + (any ? "; thread dumps of all ranks follow" : ""));
        try {
            for (RankProcess process : ranks.processes()) {
                ranks.dumpThreads(process, QUIET_MS, LIMIT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
