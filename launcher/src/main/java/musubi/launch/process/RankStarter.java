package musubi.launch.process;

import musubi.launch.program.RankProgram;

import java.util.List;

/** Starts the processes of a job. */
public interface RankStarter {
    /**
     * Starts all of them.
     *
     * @param ranks takes each process over as soon as it runs
     * @throws musubi.launch.failure.LaunchFailure when one cannot be started; those that run are in
     *     {@code ranks}
     */
    void start(LocalRanks ranks);

    /**
     * The one that the plan asks for.
     *
     * @param programs of the segments
     */
    static RankStarter of(StartContext context, List<RankProgram> programs) {
        return context.plan().settings().pvas()
                ? new PvasStarter(context, programs)
                : new ProcessStarter(context, programs);
    }
}
