package musubi.launch;

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
 */
record StartContext(
        LaunchPlan plan,
        JavaCommand java,
        RankEnvironment environment,
        JobDirectory directory,
        Consumer<JobEvent> events,
        Consumer<String> notes) {
    /** Says which command a process runs. */
    void noteStart(RankProcess process, List<String> words) {
        notes.accept(
                (process.ranks().describe() + ": pid " + process.pid() + ": ")
                        + String.join(" ", words));
    }
}
