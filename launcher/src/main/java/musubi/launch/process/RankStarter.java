package musubi.launch.process;

import musubi.launch.program.RankProgram;

import java.util.List;

/** Starts the ranks of one machine. */
public interface RankStarter {
    /**
     * Starts all ranks.
     *
     * @param ranks receives each process right after its start
     * @throws musubi.launch.failure.LaunchFailure if a process cannot start; {@code ranks} has
     *     those already started
     */
    void start(LocalRanks ranks);

    /**
     * The starter for the plan: processes, or shared JVMs.
     *
     * @param programs the programs of the segments
     */
    static RankStarter of(StartContext context, List<RankProgram> programs) {
        return context.plan().settings().pvas()
                ? new PvasStarter(context, programs)
                : new ProcessStarter(context, programs);
    }
}
