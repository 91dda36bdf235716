package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobEvent;
import musubi.launch.plan.DebugOption;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.program.RankProgram;
import musubi.launch.training.CacheRecording;
import musubi.launch.training.RankCache;
import musubi.launch.training.TrainedProgram;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a process for each rank. */
final class ProcessStarter implements RankStarter {
    private static final String CLASS_PATH = "CLASSPATH";

    private final StartContext context;
    private final List<RankProgram> programs;
    private final List<Start> starts = new ArrayList<>();

    /** Of each program, how the next rank starts in order to record an AOT cache; null for none. */
    private final Start[] recording;

    private final JavaCommand java;

    /**
     * How a rank starts.
     *
     * @param classPath the value of {@code CLASSPATH}; null if the words have the class path
     */
    private record Start(List<String> words, String classPath) {}

    /**
     * A starter.
     *
     * @param programs the programs of the segments
     * @throws musubi.launch.failure.LaunchFailure if the memory does not suffice
     */
    ProcessStarter(StartContext context, List<RankProgram> programs) {
        this.context = context;
        this.programs = programs;
        recording = new Start[programs.size()];
        int ranks = context.share().ranks().size();
        java = context.java().with(memoryShare(context, programs), ranks, context.sharesMemory());
        for (int i = 0; i < recording.length; i++) {
            prepare(i);
        }
    }

    /** Without a switch over types, which takes 10 ms at its first use. */
    private void prepare(int number) {
        if (!(programs.get(number) instanceof RankProgram.Java program)) {
            RankProgram.Executable other = (RankProgram.Executable) programs.get(number);
            starts.add(new Start(NativeRank.command(other.words()), null));
            return;
        }
        Segment segment = context.plan().segments().get(number);
        TrainedProgram trained =
                new TrainedProgram(
                        program.words().isEmpty() ? "" : program.words().getFirst(),
                        java.allOptions(program.jvmOptions()),
                        program.userPath(),
                        segment.directory());
        boolean train = context.caches().train();
        RankCache found = train ? null : context.caches().find(trained);
        RankCache cache = found == null ? java.rankCache(program.userPath()) : found;
        starts.add(start(program, cache, program.words()));
        if (train && segment.count() > 0) {
            recording[number] = record(program, context.caches().record(trained));
        }
    }

    /**
     * Sets how the cache is assembled; returns how the rank starts that records.
     *
     * @param making null if the rank of another program records it
     */
    private Start record(RankProgram.Java program, CacheRecording making) {
        if (making == null) {
            return null;
        }
        Start assembly = start(program, making.assembly(), List.of());
        making.assembleBy(
                assembly.words(),
                assembly.classPath() == null ? Map.of() : Map.of(CLASS_PATH, assembly.classPath()));
        return start(program, making.recording(), program.words());
    }

    private Start start(RankProgram.Java program, RankCache cache, List<String> words) {
        return hasOwnClasses(program)
                ? new Start(
                        java.commandWithoutPath(cache, program.jvmOptions(), words),
                        java.classPath(cache.userPath()))
                : new Start(java.command(cache, program.jvmOptions(), words), null);
    }

    /** Whether its classes are in the job's directory, which no command line may have. */
    private boolean hasOwnClasses(RankProgram.Java program) {
        return program.userPath().startsWith(context.directory().path().toString());
    }

    private Map<String, String> environment(int rank, Segment segment, String classPath) {
        Map<String, String> variables = context.environment().of(rank, segment);
        if (classPath != null) {
            variables.put(CLASS_PATH, classPath);
        }
        return variables;
    }

    private Start nextStart(int program) {
        Start next = recording[program];
        recording[program] = null;
        return next == null ? starts.get(program) : next;
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
        List<List<String>> commands = new ArrayList<>();
        ProcessStarts starts = new ProcessStarts();
        for (int rank : context.share().ranks()) {
            Segment segment = plan.segments().get(numbers[rank]);
            Start start = nextStart(numbers[rank]);
            List<String> words = new ArrayList<>(binding.prefix(RankRange.of(rank)));
            words.add(start.words().getFirst());
            words.addAll(debugger(rank, segment, numbers[rank]));
            words.addAll(start.words().subList(1, start.words().size()));
            commands.add(words);
            Map<String, String> variables = environment(rank, segment, start.classPath());
            starts.add(() -> start(rank, words, variables, segment.directory()));
        }
        ProcessStarts.Result result = starts.run();
        for (RankProcess process : result.processes()) {
            follow(process, ranks);
        }
        result.check();
        for (int i = 0; i < commands.size(); i++) {
            RankProcess process = result.processes().get(i);
            context.reportStart(process, commands.get(i));
            binding.lines(process.ranks(), process.pid()).forEach(context.reports());
        }
    }

    private void follow(RankProcess process, LocalRanks ranks) {
        int rank = process.ranks().first();
        ranks.add(process);
        process.whenEnded(code -> context.events().accept(JobEvent.RanksEnded.of(rank, code)));
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

    private RankProcess start(
            int rank, List<String> words, Map<String, String> variables, Path directory) {
        RankRange alone = RankRange.of(rank);
        return RankProcess.start(alone, words, variables, directory, context.input(alone));
    }
}
