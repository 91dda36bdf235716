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
                        case Program.Executable one -> one.words();
                        case Program.Java one ->
                                context.java().words(one.jvmWords(), one.userPath(), one.words());
                    });
        }
    }

    @Override
    public void start(Ranks ranks) {
        LaunchPlan plan = context.plan();
        Binding binding = Binding.of(plan.settings().bindTo(), RankRange.groups(plan.size(), 1));
        int rank = 0;
        for (int app = 0; app < commands.size(); app++) {
            Segment segment = plan.segments().get(app);
            for (int i = 0; i < segment.count(); i++) {
                List<String> words = new ArrayList<>(binding.prefix(RankRange.of(rank)));
                words.addAll(commands.get(app));
                start(rank, words, segment, ranks);
                rank++;
            }
        }
    }

    private void start(int rank, List<String> words, Segment segment, Ranks ranks) {
        RankProcess process =
                RankProcess.start(
                        RankRange.of(rank),
                        words,
                        context.environment().of(rank, segment),
                        segment.directory());
        ranks.add(process);
        process.whenEnded(code -> context.events().accept(JobEvent.RanksEnded.of(rank, code)));
        context.noteStart(process, words);
    }
}
