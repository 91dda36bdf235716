package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.RankRange;
import musubi.launch.plan.LaunchPlan.BindTo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The binding of ranks to the processors that mpiexec may use. By default each rank gets an equal
 * share of the cores, which leaves room for the helper threads of its JVM and spreads a second job
 * on the machine evenly.
 *
 * <p>Thread rule: immutable.
 */
final class Binding {
    private final List<String> lists;
    private final Map<Integer, Integer> places = new HashMap<>();

    private Binding(List<String> lists, List<RankRange> processes) {
        this.lists = lists;
        processes.forEach(one -> one.numbers().forEach(rank -> places.put(rank, places.size())));
    }

    /**
     * The binding of the ranks of this machine.
     *
     * @param processes the ranks of each process on this machine, in rank order
     */
    static Binding of(BindTo bindTo, List<RankRange> processes) {
        int ranks = processes.stream().mapToInt(RankRange::count).sum();
        boolean requested = bindTo != BindTo.AUTO && bindTo != BindTo.NONE;
        if (bindTo == BindTo.NONE || !requested && ranks == 1) {
            return new Binding(List.of(), List.of());
        }
        if (LocalHost.executable("taskset") != null) {
            return new Binding(lists(bindTo, CpuTopology.ofMachine(), processes), processes);
        }
        if (requested) {
            throw LaunchFailure.of("cannot bind ranks: taskset (util-linux) is not on the PATH")
                    .advice("install it, or use --bind-to none");
        }
        return new Binding(List.of(), List.of());
    }

    /** The processors of each rank, round robin; empty if ranks are not bound. */
    static List<String> lists(BindTo bindTo, CpuTopology machine, List<RankRange> processes) {
        int ranks = processes.stream().mapToInt(RankRange::count).sum();
        List<List<Integer>> cores = machine.cores();
        return switch (bindTo) {
            case NONE -> List.of();
            case CORE -> cores.stream().map(Binding::text).toList();
            case HARDWARE_THREAD -> oneByOne(cores);
            case NUMA_NODE -> blocks(machine.numaNodes(), processes, ranks);
            case SOCKET -> blocks(machine.sockets(), processes, ranks);
            case AUTO -> ranks <= cores.size() ? shares(cores, ranks) : fitting(cores, ranks);
        };
    }

    /**
     * Consecutive ranks, which often communicate, share a part of the machine. The ranks of a JVM
     * stay on one part if there are at least as many JVMs as parts.
     */
    private static List<String> blocks(
            List<List<Integer>> parts, List<RankRange> processes, int ranks) {
        List<String> lists = new ArrayList<>();
        if (parts.isEmpty()) {
            return List.of();
        }
        boolean together = processes.size() >= parts.size();
        for (int process = 0; process < processes.size(); process++) {
            for (int i = 0; i < processes.get(process).count(); i++) {
                int part =
                        together
                                ? process * parts.size() / processes.size()
                                : lists.size() * parts.size() / ranks;
                lists.add(text(parts.get(part)));
            }
        }
        return lists;
    }

    private static List<String> shares(List<List<Integer>> cores, int ranks) {
        List<String> shares = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<Integer> share = new ArrayList<>();
            int end = (rank + 1) * cores.size() / ranks;
            for (int core = rank * cores.size() / ranks; core < end; core++) {
                share.addAll(cores.get(core));
            }
            shares.add(text(share));
        }
        return shares;
    }

    private static List<String> fitting(List<List<Integer>> cores, int ranks) {
        List<String> threads = oneByOne(cores);
        return ranks <= threads.size() ? threads : List.of();
    }

    /** All hardware threads; first one of each core, then the second of each. */
    private static List<String> oneByOne(List<List<Integer>> cores) {
        List<String> threads = new ArrayList<>();
        boolean more = true;
        for (int i = 0; more; i++) {
            more = false;
            for (List<Integer> core : cores) {
                if (i < core.size()) {
                    threads.add(core.get(i).toString());
                    more = true;
                }
            }
        }
        return threads;
    }

    private static String text(List<Integer> processors) {
        return String.join(",", processors.stream().map(Object::toString).toList());
    }

    /** The command prefix that binds a process with these ranks; empty if not bound. */
    List<String> prefix(RankRange process) {
        return lists.isEmpty() ? List.of() : List.of("taskset", "-c", processors(process));
    }

    /** The list of processors for the threads of a rank; empty if it equals that of its process. */
    String ofThreads(int rank, RankRange process) {
        String own = processors(RankRange.of(rank));
        return own.equals(processors(process)) ? "" : own;
    }

    private String processors(RankRange ranks) {
        if (lists.isEmpty()) {
            return "";
        }
        List<String> used =
                ranks.numbers()
                        .mapToObj(rank -> lists.get(places.get(rank) % lists.size()))
                        .distinct()
                        .toList();
        return String.join(",", used);
    }
}
