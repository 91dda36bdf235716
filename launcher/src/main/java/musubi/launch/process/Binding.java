package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.RankRange;
import musubi.launch.mapping.BindPolicy;
import musubi.launch.mapping.BindingReport;
import musubi.launch.mapping.CpuTopology;
import musubi.launch.mapping.LocalMapping;
import musubi.launch.mapping.PlacementPolicy;
import musubi.launch.mapping.PlacementPolicy.Display;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The binding of ranks to the processors that mpiexec may use. By default each rank gets an equal
 * share of the cores, which leaves room for the helper threads of its JVM and spreads a second job
 * on the machine evenly.
 *
 * <p>Thread rule: immutable.
 */
final class Binding {
    private final PlacementPolicy policy;
    private final CpuTopology machine;

    /** The processors of each bound rank. */
    private final Map<Integer, List<Integer>> bound = new TreeMap<>();

    private Binding(PlacementPolicy policy, CpuTopology machine) {
        this.policy = policy;
        this.machine = machine;
    }

    /**
     * The binding of the ranks of this machine.
     *
     * @param processes the ranks of each process on this machine, in rank order
     * @throws LaunchFailure if this machine cannot bind them as the policy requires
     */
    static Binding of(PlacementPolicy policy, List<RankRange> processes) {
        int ranks = processes.stream().mapToInt(RankRange::count).sum();
        boolean requested = policy.isGiven() && policy.bind().kind() != BindPolicy.Kind.NONE;
        boolean free = policy.bind().kind() == BindPolicy.Kind.NONE || !requested && ranks == 1;
        if (free && policy.displays().isEmpty()) {
            return new Binding(policy, null);
        }
        CpuTopology machine = CpuTopology.ofMachine();
        if (LocalHost.executable("taskset") != null) {
            return on(machine, policy, processes);
        }
        if (requested && !policy.bind().ifSupported()) {
            throw LaunchFailure.of("cannot bind ranks: taskset (util-linux) is not on the PATH")
                    .advice("install it, or use --bind-to none");
        }
        return new Binding(policy, machine);
    }

    /** The binding to the processors of this machine. */
    static Binding on(CpuTopology machine, PlacementPolicy policy, List<RankRange> processes) {
        List<List<Integer>> ranks =
                processes.stream().map(one -> one.numbers().boxed().toList()).toList();
        List<List<Integer>> lists = LocalMapping.of(policy, machine, ranks);
        Binding binding = new Binding(policy, machine);
        int next = 0;
        for (List<Integer> process : ranks) {
            for (int rank : process) {
                binding.bound.put(rank, lists.get(next++));
            }
        }
        return binding;
    }

    /** The command prefix that binds a process with these ranks; empty if not bound. */
    List<String> prefix(RankRange process) {
        String list = processors(process);
        return list.isEmpty() ? List.of() : List.of("taskset", "-c", list);
    }

    /** The list of processors for the threads of a rank; empty if it equals that of its process. */
    String ofThreads(int rank, RankRange process) {
        String own = processors(RankRange.of(rank));
        return own.equals(processors(process)) ? "" : own;
    }

    /** The processors of all these ranks; empty if one of them is not bound. */
    private String processors(RankRange ranks) {
        TreeSet<Integer> used = new TreeSet<>();
        for (int rank : ranks.numbers().toArray()) {
            List<Integer> own = bound.getOrDefault(rank, List.of());
            if (own.isEmpty()) {
                return "";
            }
            used.addAll(own);
        }
        return String.join(",", used.stream().map(Object::toString).toList());
    }

    /** The texts that the options display about this machine. */
    List<String> machineTexts() {
        boolean shown = policy.displays().contains(Display.TOPOLOGY);
        return shown ? List.of(new BindingReport(machine).topology(LocalHost.name())) : List.of();
    }

    /** The lines that the options display about the ranks of a started process. */
    List<String> lines(RankRange process, long pid) {
        List<String> lines = new ArrayList<>();
        if (policy.displays().contains(Display.BINDINGS)) {
            BindingReport report = new BindingReport(machine);
            for (int rank : process.numbers().toArray()) {
                List<Integer> own = bound.getOrDefault(rank, List.of());
                lines.add(report.line(LocalHost.name(), pid, rank, own));
            }
        }
        return lines;
    }
}
