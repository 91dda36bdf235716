package musubi.launch;

import musubi.launch.LaunchPlan.Segment;

import java.util.ArrayList;
import java.util.List;

/** Starts a process for each rank. */
final class ProcessStarter implements RankStarter {
    private final StartContext context;
    private final List<List<String>> commands = new ArrayList<>();

    /**
     * A starter.
     *
     * @param programs of the segments
     */
    ProcessStarter(StartContext context, List<Program> programs) {
        this.context = context;
        for (Program program : programs) {
            commands.add(
                    switch (program) {
                        case Program.Executable one -> NativeRank.words(one.words());
                        case Program.Java one ->
                                context.java().words(one.jvmWords(), one.userPath(), one.words());
                    });
        }
    }

    @Override
    public void start(Ranks ranks) {
        LaunchPlan plan = context.plan();
        Binding binding = Binding.of(plan.settings().bindTo(), context.share().groups(1));
        int[] programs = plan.programNumbers();
        for (int rank : context.share().ranks()) {
            List<String> words = new ArrayList<>(binding.prefix(RankRange.of(rank)));
            words.addAll(commands.get(programs[rank]));
            start(rank, words, plan.segments().get(programs[rank]), ranks);
        }
    }

    private void start(int rank, List<String> words, Segment segment, Ranks ranks) {
        RankProcess process =
                RankProcess.start(
                        RankRange.of(rank),
                        words,
                        context.environment().of(rank, segment),
                        segment.directory(),
                        context.ownInput());
        ranks.add(process);
        process.whenEnded(code -> context.events().accept(JobEvent.RanksEnded.of(rank, code)));
        context.noteStart(process, words);
    }
}
