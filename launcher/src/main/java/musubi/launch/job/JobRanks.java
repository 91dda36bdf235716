package musubi.launch.job;

import java.util.List;

/**
 * The ranks of a job on all hosts, as {@link JobSupervisor} controls them.
 *
 * <p>Thread rule: one thread.
 */
public interface JobRanks {
    /** The number of running ranks. */
    int alive();

    boolean isAlive(int rank);

    /** The process of a rank for messages: process id, and the host if there are several. */
    String place(int rank);

    /** Records the end of a rank. */
    void ended(int rank);

    /** Sends a signal, named without SIG, to the process groups of all running ranks. */
    void signal(String name);

    /** Stops the process of mpiexec, the default action of SIGTSTP. */
    void stopMpiexec();

    /** The hosts that do not answer at present, with the time since their last sign. */
    default List<String> silentHosts() {
        return List.of();
    }

    /** Whether the connection to a host is broken at present; the host may be lost or not. */
    default boolean hasBrokenLink() {
        return false;
    }

    /** Stops waiting for ranks that survive SIGKILL. */
    void giveUp();

    /** Starts another watcher; false after too many restarts. */
    boolean restartWatcher();

    /** Whether any process is a JVM, as far as known. */
    boolean haveJvms();

    /** Requests thread dumps of all JVMs, and waits for them for a bounded time. */
    void dumpThreads() throws InterruptedException;
}
