package musubi.launch;

/** Starts the processes of a job. */
interface RankStarter {
    /**
     * Starts all of them.
     *
     * @param ranks takes each process over as soon as it runs
     * @throws LaunchFailure when one cannot be started; those that run are in {@code ranks}
     */
    void start(Ranks ranks);
}
