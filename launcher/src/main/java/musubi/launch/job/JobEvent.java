package musubi.launch.job;

import java.util.List;

/** An event that affects the job; many threads send them to the one of {@link JobSupervisor}. */
public sealed interface JobEvent {
    /**
     * Ranks have ended with an exit code; several ranks if their common JVM ended.
     *
     * @param ranks in ascending order; at least one
     */
    record RanksEnded(List<Integer> ranks, int exitCode) implements JobEvent {
        /** The end of one rank. */
        public static RanksEnded of(int rank, int exitCode) {
            return new RanksEnded(List.of(rank), exitCode);
        }
    }

    /** A rank has called abort with this error code. */
    record AbortRequested(int rank, int errorCode, String text) implements JobEvent {}

    /** A rank violated the PMI protocol, so other ranks may wait for ever. */
    record ProtocolBroken(int rank, String text) implements JobEvent {}

    /** No rank can progress; the report names the waits. */
    record Deadlock(String report) implements JobEvent {}

    /** Something that the user has to know at once, while the job goes on. */
    record Note(String text) implements JobEvent {}

    /** The node proxy of a host is lost, with its ranks. */
    record HostLost(List<Integer> ranks, String text) implements JobEvent {}

    /** The node proxy of a host runs; the host has {@code cores} hardware threads. */
    record NodeStarted(int node, int cores) implements JobEvent {}

    /**
     * A host cannot run its ranks.
     *
     * @param ranks the ranks of the host
     * @param exitCode the exit code of mpiexec
     */
    record StartFailed(List<Integer> ranks, int exitCode, String text) implements JobEvent {}

    /** mpiexec received a signal; the name is without SIG. */
    record SignalReceived(String name) implements JobEvent {}

    /** The watcher process ended before the job. */
    record WatcherEnded() implements JobEvent {}

    /**
     * mpiexec cannot write its output; the reason is null if the reader has closed it, which needs
     * no message.
     */
    record OutputClosed(String reason) implements JobEvent {}
}
