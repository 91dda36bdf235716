package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobEvent;
import musubi.launch.plan.DebugOption;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.program.RankProgram;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a process for each rank. */
final class ProcessStarter implements RankStarter {
    private final StartContext context;
    private final List<RankProgram> programs;
    private final List<List<String>> commands = new ArrayList<>();
    private final JavaCommand java;

    /**
     * A starter.
     *
     * @param programs the programs of the segments
     * @throws musubi.launch.failure.LaunchFailure if the memory does not suffice
     */
    ProcessStarter(StartContext context, List<RankProgram> programs) {
        this.context = context;
        this.programs = programs;
        int ranks = context.share().ranks().size();
        java = context.java().with(memoryShare(context, programs), ranks);
        for (RankProgram program : programs) {
            commands.add(command(program));
        }
    }

    /** Without a switch over types, which takes 10 ms at its first use. */
    private List<String> command(RankProgram program) {
        if (program instanceof RankProgram.Java one) {
            return hasOwnClasses(one)
                    ? java.commandWithoutPath(one.jvmOptions(), one.words())
                    : java.command(one.jvmOptions(), one.userPath(), one.words());
        }
        return NativeRank.command(((RankProgram.Executable) program).words());
    }

    /** Whether its classes are in the job's directory, which no command line may have. */
    private boolean hasOwnClasses(RankProgram.Java program) {
        return program.userPath().startsWith(context.directory().path().toString());
    }

    private Map<String, String> environment(int rank, Segment segment, RankProgram program) {
        Map<String, String> variables = context.environment().of(rank, segment);
        if (program instanceof RankProgram.Java one && hasOwnClasses(one)) {
            variables.put("CLASSPATH", java.classPath(one.userPath()));
        }
        return variables;
    }

    /** The share of each of the JVMs; other programs do not count. */
    private static MemoryShare memoryShare(StartContext context, List<RankProgram> programs) {
        int[] programOfRank = context.plan().programNumbers();
        int jvms = 0;
        for (int rank : context.share().ranks()) {
            jvms += programs.get(programOfRank[rank]) instanceof RankProgram.Java ? 1 : 0;
        }
        MemoryShare share = new MemoryShare(MachineMemory.ofMachine(), Math.max(1, jvms), jvms);
        share.check();
        return share;
    }

    @Override
    public void start(LocalRanks ranks) {
        LaunchPlan plan = context.plan();
        Binding binding = Binding.of(plan.settings().placementPolicy(), context.share().groups(1));
        binding.machineTexts().forEach(context.reports());
        int[] numbers = plan.programNumbers();
        for (int rank : context.share().ranks()) {
            RankRange alone = RankRange.of(rank);
            List<String> words = new ArrayList<>(binding.prefix(alone));
            Segment segment = plan.segments().get(numbers[rank]);
            List<String> command = commands.get(numbers[rank]);
            words.add(command.getFirst());
            words.addAll(debugger(rank, segment, numbers[rank]));
            words.addAll(command.subList(1, command.size()));
            Map<String, String> variables = environment(rank, segment, programs.get(numbers[rank]));
            long pid = start(rank, words, variables, segment.directory(), ranks);
            binding.lines(alone, pid).forEach(context.reports());
        }
    }

    /** The options of the JVM of a rank for which a debugger is wanted. */
    private List<String> debugger(int rank, Segment segment, int program) {
        List<String> options = DebugOption.jvmOptions(segment, rank);
        if (!options.isEmpty() && programs.get(program) instanceof RankProgram.Executable) {
            throw LaunchFailure.usage("only a Java program can wait for a debugger")
                    .with("--debug", rank)
                    .with("program", segment.program().getFirst());
        }
        return options;
    }

    private long start(
            int rank,
            List<String> words,
            Map<String, String> variables,
            Path directory,
            LocalRanks ranks) {
        RankProcess process =
                RankProcess.start(
                        RankRange.of(rank),
                        words,
                        variables,
                        directory,
                        context.input(RankRange.of(rank)));
        ranks.add(process);
        process.whenEnded(code -> context.events().accept(JobEvent.RanksEnded.of(rank, code)));
        context.reportStart(process, words);
        return process.pid();
    }
}
