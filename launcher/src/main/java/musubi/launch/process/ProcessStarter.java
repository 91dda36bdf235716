package musubi.launch.process;

import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobEvent;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.program.RankProgram;

import java.util.ArrayList;
import java.util.List;

/** Starts a process for each rank. */
final class ProcessStarter implements RankStarter {
    private final StartContext context;
    private final List<List<String>> commands = new ArrayList<>();

    /**
     * A starter.
     *
     * @param programs the programs of the segments
     */
    ProcessStarter(StartContext context, List<RankProgram> programs) {
        this.context = context;
        for (RankProgram program : programs) {
            commands.add(
                    switch (program) {
                        case RankProgram.Executable one -> NativeRank.command(one.words());
                        case RankProgram.Java one ->
                                context.java()
                                        .command(one.jvmOptions(), one.userPath(), one.words());
                    });
        }
    }

    @Override
    public void start(LocalRanks ranks) {
        LaunchPlan plan = context.plan();
        Binding binding = Binding.of(plan.settings().bindTo(), context.share().groups(1));
        int[] programs = plan.programNumbers();
        for (int rank : context.share().ranks()) {
            List<String> words = new ArrayList<>(binding.prefix(RankRange.of(rank)));
            words.addAll(commands.get(programs[rank]));
            start(rank, words, plan.segments().get(programs[rank]), ranks);
        }
    }

    private void start(int rank, List<String> words, Segment segment, LocalRanks ranks) {
        RankProcess process =
                RankProcess.start(
                        RankRange.of(rank),
                        words,
                        context.environment().of(rank, segment),
                        segment.directory(),
                        context.ownInput());
        ranks.add(process);
        process.whenEnded(code -> context.events().accept(JobEvent.RanksEnded.of(rank, code)));
        context.reportStart(process, words);
    }
}
