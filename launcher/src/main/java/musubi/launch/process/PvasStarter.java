package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankRange;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.RankProgram;
import musubi.launch.training.CacheRecording;
import musubi.launch.training.RankCache;
import musubi.launch.training.TrainedProgram;
import musubi.pvas.NodePlan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the JVMs of {@code mpiexec --pvas}: one for all ranks, or one per K ranks. */
final class PvasStarter implements RankStarter {
    private static final String MAIN_CLASS = "musubi.pvas.Node";

    private final StartContext context;
    private final LaunchPlan plan;
    private final List<RankProgram.Java> programs;
    private final List<RankRange> groups;
    private final Binding binding;
    private final JavaCommand java;

    /**
     * A starter.
     *
     * @param programs the programs of the segments
     * @throws LaunchFailure if they cannot share a JVM, or the memory does not suffice
     */
    PvasStarter(StartContext context, List<RankProgram> programs) {
        this.context = context;
        plan = context.plan();
        this.programs = SharedJvmPrograms.check(plan.segments(), programs);
        groups = context.share().groups(plan.settings().ranksPerJvm());
        binding = Binding.of(plan.settings().placementPolicy(), groups);
        int ranks = context.share().ranks().size();
        MemoryShare share = new MemoryShare(MachineMemory.ofMachine(), groups.size(), ranks);
        share.check();
        java = context.java().with(share, ranks, context.sharesMemory());
    }

    @Override
    public void start(LocalRanks ranks) {
        binding.machineTexts().forEach(context.reports());
        boolean train = context.caches().train();
        RankCache found = train ? null : context.caches().find(trained());
        RankCache cache = found == null ? java.nodeCache() : found;
        for (RankRange group : groups) {
            boolean records = train && group == groups.getFirst();
            start(group, command(records ? recording() : cache, List.of(MAIN_CLASS)), ranks);
        }
    }

    private List<String> command(RankCache cache, List<String> program) {
        return java.command(cache, SharedJvmPrograms.jvmOptions(programs), program);
    }

    /** The programs of a node as one: their classes, which ranks define, are in no cache. */
    private TrainedProgram trained() {
        StringBuilder names = new StringBuilder("pvas");
        for (RankProgram.Java program : programs) {
            names.append(' ').append(program.words().getFirst());
        }
        List<String> options = java.allOptions(SharedJvmPrograms.jvmOptions(programs));
        return new TrainedProgram(names.toString(), options, "", null);
    }

    private RankCache recording() {
        CacheRecording making = context.caches().record(trained());
        making.assembleBy(command(making.assembly(), List.of()), Map.of());
        return making.recording();
    }

    private void start(RankRange group, List<String> command, LocalRanks ranks) {
        int[] programOfRank = plan.programNumbers();
        NodePipes pipes = new NodePipes(context.directory(), group);
        NodePlan nodePlan =
                new NodePlan(
                        pipes.control().toString(),
                        nodePrograms(),
                        group.numbers()
                                .mapToObj(rank -> rankPlan(rank, programOfRank[rank], group, pipes))
                                .toList());
        Path file = context.directory().resolve("node" + group.first());
        write(nodePlan, file);
        List<String> words = new ArrayList<>(binding.prefix(group));
        words.addAll(command);
        Map<String, String> variables = common(nodePlan.ranks());
        variables.put(NodePlan.VARIABLE, file.toString());
        RankProcess process =
                RankProcess.start(
                        group,
                        words,
                        variables,
                        plan.segments().getFirst().directory(),
                        context.input(group));
        ranks.add(process);
        group.numbers()
                .forEach(
                        rank ->
                                ranks.addStreams(
                                        rank,
                                        pipes.open(pipes.out(rank)),
                                        pipes.open(pipes.err(rank))));
        new RankExitReader(pipes, group, context.events()).follow(process);
        context.reportStart(process, words);
        binding.lines(group, process.pid()).forEach(context.reports());
    }

    private List<NodePlan.Program> nodePrograms() {
        List<NodePlan.Program> list = new ArrayList<>();
        for (RankProgram.Java program : programs) {
            List<String> words = program.words();
            list.add(
                    new NodePlan.Program(
                            program.userPath(),
                            words.getFirst(),
                            words.subList(1, words.size()),
                            SharedJvmPrograms.properties(program)));
        }
        return list;
    }

    private NodePlan.RankPlan rankPlan(int rank, int program, RankRange group, NodePipes pipes) {
        return new NodePlan.RankPlan(
                rank,
                program,
                pipes.out(rank).toString(),
                pipes.err(rank).toString(),
                context.environment().of(rank, plan.segments().get(program)),
                processors(rank, group));
    }

    /** Threads are bound on request only: their first call into the C library is slow. */
    private String processors(int rank, RankRange group) {
        return plan.settings().placementPolicy().isGiven() ? binding.ofThreads(rank, group) : "";
    }

    private static void write(NodePlan plan, Path file) {
        try {
            plan.write(file);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot write the plan of the node", e).with("cause", e);
        }
    }

    /** The variables with equal values for all these ranks. */
    private static Map<String, String> common(List<NodePlan.RankPlan> ranks) {
        Map<String, String> common = new HashMap<>(ranks.getFirst().environment());
        for (NodePlan.RankPlan rank : ranks) {
            common.entrySet().retainAll(rank.environment().entrySet());
        }
        return common;
    }
}
