package musubi.launch.job;

/**
 * The ranks of a job, wherever they run, for the one who decides how the job ends.
 *
 * <p>Thread rule: one thread.
 */
public interface JobRanks {
    /** How many ranks run. */
    int alive();

    boolean isAlive(int rank);

    /**
     * Where this rank's process is, for people: process id, and the host when there are several.
     */
    String place(int rank);

    /** Notes that a rank has ended. */
    void ended(int rank);

    /** Sends a signal, named without SIG, to the process groups of all ranks that run. */
    void signal(String name);

    /** Stops mpiexec's own process, as SIGTSTP would do if it were not handled. */
    void stopMpiexec();

    /** Waits no longer for ranks that cannot be ended. */
    void giveUp();

    /** Starts another watcher; false after too many. */
    boolean restartWatcher();

    /** Whether some of them are JVMs, as far as that is known. */
    boolean haveJvms();

    /** Has all JVMs print their threads, and waits for that for a bounded time. */
    void dumpThreads() throws InterruptedException;
}
