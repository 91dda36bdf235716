package musubi.launch.process;

import musubi.launch.hosts.NodeShare;
import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.output.StreamOptions;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.training.ProgramCaches;

import java.util.List;
import java.util.function.Consumer;

/**
 * The context of a {@link RankStarter}.
 *
 * @param plan the plan of the job
 * @param java the commands of JVMs
 * @param caches the AOT caches of programs
 * @param environment the variables of the ranks
 * @param directory the directory of the job
 * @param events receives the exits of the ranks
 * @param notes receives each started process
 * @param reports receives texts for the user
 * @param share the ranks to start
 * @param ownInput whether the rank that reads standard input inherits it; otherwise it reads a pipe
 */
public record StartContext(
        LaunchPlan plan,
        JavaCommand java,
        ProgramCaches caches,
        RankEnvironment environment,
        JobDirectory directory,
        Consumer<JobEvent> events,
        Consumer<StartedProcess> notes,
        Consumer<String> reports,
        NodeShare share,
        boolean ownInput) {
    private static final String SHARED_MEMORY = "shm";

    /** The standard input of a process of these ranks. */
    RankProcess.Input input(RankRange ranks) {
        int reader = plan.settings().streams().inputRank();
        if (reader == StreamOptions.ALL_RANKS) {
            return RankProcess.Input.PIPE;
        }
        if (ranks.numbers().noneMatch(rank -> rank == reader)) {
            return RankProcess.Input.EMPTY;
        }
        return ownInput ? RankProcess.Input.INHERITED : RankProcess.Input.PIPE;
    }

    /** Whether all messages of the job go through shared memory. */
    boolean sharesMemory() {
        String transport = plan.settings().transport();
        boolean isOneNode = share.ranks().size() == plan.size();
        return isOneNode && (transport == null || transport.equals(SHARED_MEMORY));
    }

    /** Reports a started process. */
    void reportStart(RankProcess process, List<String> words) {
        notes.accept(new StartedProcess(process.ranks(), process.pid(), String.join(" ", words)));
    }
}
