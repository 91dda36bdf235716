package musubi.launch.job;

import java.util.List;

/** Something that the job must react to; sent from many threads to the one that runs the job. */
public sealed interface JobEvent {
    /**
     * Ranks have ended, all with the same exit code; several when they shared a JVM that is gone.
     *
     * @param ranks in ascending order; at least one
     */
    record RanksEnded(List<Integer> ranks, int exitCode) implements JobEvent {
        /** The end of one rank. */
        public static RanksEnded of(int rank, int exitCode) {
            return new RanksEnded(List.of(rank), exitCode);
        }
    }

    /** A rank wants the job to end with this error code. */
    record AbortRequested(int rank, int errorCode, String text) implements JobEvent {}

    /** A rank broke the rules of PMI, so that others may wait for ever. */
    record ProtocolBroken(int rank, String text) implements JobEvent {}

    /** No rank can go on any more; the report says why. */
    record Deadlock(String report) implements JobEvent {}

    /** The node proxy of a host is gone, and so are its ranks. */
    record HostLost(List<Integer> ranks, String text) implements JobEvent {}

    /** The node proxy of a host runs; the host has so many hardware threads. */
    record NodeStarted(int node, int cores) implements JobEvent {}

    /**
     * A host cannot run its ranks.
     *
     * @param ranks those that will not run, or not on
     * @param exitCode mpiexec's
     */
    record StartFailed(List<Integer> ranks, int exitCode, String text) implements JobEvent {}

    /** mpiexec got a signal; the name comes without SIG. */
    record SignalReceived(String name) implements JobEvent {}

    /** The watcher process is gone although the job runs. */
    record WatcherEnded() implements JobEvent {}

    /**
     * mpiexec cannot write its output; the reason is null when nobody reads it any more, which is
     * nothing to complain of.
     */
    record OutputClosed(String reason) implements JobEvent {}
}
