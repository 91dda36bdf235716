package musubi.launch;

import java.util.List;

/** Starts the processes of a job. */
interface RankStarter {
    /**
     * Starts all of them.
     *
     * @param ranks takes each process over as soon as it runs
     * @throws LaunchFailure when one cannot be started; those that run are in {@code ranks}
     */
    void start(Ranks ranks);

    /**
     * The one that the plan asks for.
     *
     * @param programs of the segments
     */
    static RankStarter of(StartContext context, List<Program> programs) {
        return context.plan().settings().pvas()
                ? new NodeStarter(context, programs)
                : new ProcessStarter(context, programs);
    }
}
