package musubi.launch.process;

import musubi.launch.hosts.NodeShare;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.plan.LaunchPlan;

import java.util.List;
import java.util.function.Consumer;

/**
 * What a {@link RankStarter} needs.
 *
 * @param plan what to start
 * @param java makes the commands of JVMs
 * @param environment of the ranks
 * @param directory of the job
 * @param events hears of the ends of the ranks
 * @param notes hears of each process
 * @param share which ranks to start
 * @param ownInput whether rank 0 reads what mpiexec reads; else a pipe
 */
public record StartContext(
        LaunchPlan plan,
        JavaCommand java,
        RankEnvironment environment,
        JobDirectory directory,
        Consumer<JobEvent> events,
        Consumer<StartedProcess> notes,
        NodeShare share,
        boolean ownInput) {
    /** Says which command a process runs. */
    void noteStart(RankProcess process, List<String> words) {
        notes.accept(new StartedProcess(process.ranks(), process.pid(), String.join(" ", words)));
    }
}
