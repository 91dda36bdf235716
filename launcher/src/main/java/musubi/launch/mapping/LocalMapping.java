package musubi.launch.mapping;

import musubi.launch.failure.LaunchFailure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processors of the ranks of one machine. Ranks are mapped to parts of the machine, numbered,
 * and bound to smaller parts of their part, or to the larger part that has it.
 */
public final class LocalMapping {
    private final PlacementPolicy policy;
    private final CpuTopology machine;
    private final List<List<Integer>> processes;
    private final int ranks;

    private LocalMapping(
            PlacementPolicy policy, CpuTopology machine, List<List<Integer>> processes) {
        this.policy = policy;
        this.machine = machine;
        this.processes = processes;
        ranks = processes.stream().mapToInt(List::size).sum();
    }

    /**
     * The processors of each rank of this machine, in rank order; an empty list for a rank that is
     * not bound.
     *
     * @param processes the ranks of each process, in rank order
     * @throws LaunchFailure if the machine cannot carry the ranks as the policy requires
     */
    public static List<List<Integer>> of(
            PlacementPolicy policy, CpuTopology whole, List<List<Integer>> processes) {
        CpuTopology machine = restricted(whole, policy.processors());
        LocalMapping mapping = new LocalMapping(policy, machine, processes);
        List<List<Integer>> bound = mapping.bind();
        if (policy.bind().exclusive()) {
            mapping.checkExclusive(bound);
        }
        return bound;
    }

    private static CpuTopology restricted(CpuTopology whole, String list) {
        if (list.isEmpty()) {
            return whole;
        }
        List<Integer> given = CpuTopology.parseList(list);
        if (!new HashSet<>(whole.processors()).containsAll(given)) {
            throw LaunchFailure.of("processors that this job may not use")
                    .with("--cpu-set", list)
                    .with("available", text(whole.processors().stream().sorted().toList()))
                    .advice("choose some of those that are available");
        }
        return whole.restrictedTo(given);
    }

    private List<List<Integer>> bind() {
        if (policy.map().order() == MapPolicy.Order.RANK_FILE) {
            return processes.stream()
                    .flatMap(List::stream)
                    .map(rank -> RankFile.processors(slotsOf(rank), machine, policy))
                    .toList();
        }
        BindPolicy bind = policy.bind();
        return switch (bind.kind()) {
            case NONE -> unbound();
            case ROUND_ROBIN -> inTurn(sorted());
            case LISTS -> fromLists(bind.lists());
            case SET -> fromLists(List.of(String.join("+", bind.lists())));
            case PARTS -> toParts(bind.domain());
            case AUTO -> automatic();
        };
    }

    private String slotsOf(int rank) {
        if (rank >= policy.rankSlots().size()) {
            throw LaunchFailure.of("not in the rank file").with("rank", rank);
        }
        return policy.rankSlots().get(rank);
    }

    private List<List<Integer>> automatic() {
        if (policy.map().cpusPerRank() > 0) {
            return toParts(policy.cpu());
        }
        if (policy.map().isByPart()) {
            return toParts(policy.map().domain());
        }
        List<List<Integer>> cores = machine.parts(policy.cpu());
        if (cores.isEmpty() || ranks == 1 && policy.processors().isEmpty()) {
            return unbound();
        }
        if (ranks <= cores.size()) {
            return shares(cores);
        }
        if (ranks <= machine.processors().size()) {
            return inTurn(oneByOne());
        }
        return policy.processors().isEmpty()
                ? unbound()
                : fromLists(List.of(policy.processors().replace(',', '+')));
    }

    private List<List<Integer>> unbound() {
        return parts(List.of());
    }

    private List<List<Integer>> parts(List<Integer> same) {
        return Collections.nCopies(ranks, same);
    }

    private List<List<Integer>> shares(List<List<Integer>> cores) {
        List<List<Integer>> shares = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            int first = rank * cores.size() / ranks;
            int end = (rank + 1) * cores.size() / ranks;
            shares.add(cores.subList(first, end).stream().flatMap(List::stream).toList());
        }
        return shares;
    }

    /** All hardware threads; first one of each core, then the second of each. */
    private List<List<Integer>> oneByOne() {
        List<List<Integer>> threads = new ArrayList<>();
        boolean more = true;
        for (int i = 0; more; i++) {
            more = false;
            for (List<Integer> core : machine.cores()) {
                if (i < core.size()) {
                    threads.add(List.of(core.get(i)));
                    more = true;
                }
            }
        }
        return threads;
    }

    private List<List<Integer>> sorted() {
        return machine.processors().stream().sorted().map(List::of).toList();
    }

    private List<List<Integer>> inTurn(List<List<Integer>> parts) {
        List<List<Integer>> bound = new ArrayList<>();
        for (int rank = 0; rank < ranks && !parts.isEmpty(); rank++) {
            bound.add(parts.get(rank % parts.size()));
        }
        return parts.isEmpty() ? unbound() : bound;
    }

    /** As with Hydra, ranks beyond the lists are not bound; a single list is for all ranks. */
    private List<List<Integer>> fromLists(List<String> lists) {
        List<List<Integer>> bound = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            if (lists.size() > 1 && rank >= lists.size()) {
                bound.add(List.of());
                continue;
            }
            String list = lists.size() == 1 ? lists.getFirst() : lists.get(rank);
            List<Integer> given = CpuTopology.parseList(list.replace('+', ','));
            if (!machine.processors().containsAll(given)) {
                throw LaunchFailure.of("processors that this job may not use")
                        .with("--bind-to", list)
                        .with("available", text(sorted().stream().map(List::getFirst).toList()))
                        .advice("choose some of those that are available");
            }
            bound.add(given);
        }
        return bound;
    }

    private List<List<Integer>> toParts(Domain domain) {
        List<List<Integer>> all = existing(domain);
        if (all.isEmpty()) {
            return unbound();
        }
        if (!policy.map().isByPart() && policy.map().cpusPerRank() == 0) {
            return byDefault(domain, all);
        }
        List<List<Integer>> mapped = mapped();
        List<Integer> numbering = numbering(mapped);
        Map<List<Integer>, Integer> arrivals = new HashMap<>();
        List<List<Integer>> bound = new ArrayList<>();
        for (int process : numbering) {
            List<Integer> part = mapped.get(process);
            int arrival = arrivals.merge(part, 1, Integer::sum) - 1;
            List<List<Integer>> inside =
                    all.stream().filter(each -> intersect(each, part)).toList();
            bound.add(window(inside, arrival, part));
        }
        return bound;
    }

    /** Without a mapping, cores are bound in turn and consecutive ranks share larger parts. */
    private List<List<Integer>> byDefault(Domain domain, List<List<Integer>> all) {
        int count = policy.bind().count();
        if (count == 1 && domain.isLargerThanCore()) {
            return blocks(all);
        }
        if (count == 1 && domain.equals(Domain.HARDWARE_THREAD)) {
            return inTurn(oneByOne());
        }
        List<List<Integer>> bound = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            bound.add(union(all, rank * count, count));
        }
        return bound;
    }

    /**
     * Consecutive ranks, which often communicate, share a part of the machine. The ranks of a JVM
     * stay on one part if there are at least as many JVMs as parts.
     */
    private List<List<Integer>> blocks(List<List<Integer>> parts) {
        List<List<Integer>> bound = new ArrayList<>();
        boolean together = processes.size() >= parts.size();
        for (int process = 0; process < processes.size(); process++) {
            for (int i = 0; i < processes.get(process).size(); i++) {
                int part =
                        together
                                ? process * parts.size() / processes.size()
                                : bound.size() * parts.size() / ranks;
                bound.add(parts.get(part));
            }
        }
        return bound;
    }

    private List<List<Integer>> existing(Domain domain) {
        List<List<Integer>> all = machine.parts(domain);
        if (all.isEmpty() && !policy.bind().ifSupported()) {
            throw LaunchFailure.of("this machine has no such part, or does not report it")
                    .with("part", domain)
                    .with("processors", text(machine.processors()))
                    .advice("choose core, numa or socket, or add :if-supported to --bind-to");
        }
        return all;
    }

    /** The part of the machine of each process, in the order of mapping. */
    private List<List<Integer>> mapped() {
        MapPolicy map = policy.map();
        if (!map.isByPart()) {
            return parts(machine.processors());
        }
        List<List<Integer>> all = existing(map.domain());
        boolean perPart = map.order() == MapPolicy.Order.PER_PART;
        int adjacent = perPart ? 1 : Math.min(map.count(), Math.max(1, all.size()));
        int places = perPart ? all.size() * map.count() : Integer.MAX_VALUE;
        if (ranks > places) {
            throw LaunchFailure.of("more ranks than the mapping allows on this machine")
                    .with("ranks", ranks)
                    .with("--map-by", "ppr:" + map.count() + ":" + map.domain())
                    .with("parts", all.size())
                    .advice("start at most " + places + " ranks here, or raise the number");
        }
        List<List<Integer>> mapped = new ArrayList<>();
        for (int i = 0; i < ranks && !all.isEmpty(); i++) {
            mapped.add(perPart ? all.get(i / map.count()) : union(all, i * adjacent, adjacent));
        }
        return all.isEmpty() ? parts(machine.processors()) : mapped;
    }

    /** The process of each rank. */
    private List<Integer> numbering(List<List<Integer>> mapped) {
        RankPolicy rank = policy.rank();
        List<List<Integer>> parts =
                switch (rank.order()) {
                    case MAPPED, SLOT, NODE -> List.of(machine.processors());
                    case FILL -> new ArrayList<>(new LinkedHashSet<>(mapped));
                    case PART -> existing(rank.domain());
                };
        boolean inTurn = rank.order() == RankPolicy.Order.PART;
        List<Integer> left = new ArrayList<>();
        for (int process = 0; process < mapped.size(); process++) {
            left.add(process);
        }
        List<Integer> numbered = new ArrayList<>();
        for (int turn = 0; !left.isEmpty(); turn++) {
            List<Integer> part = parts.get(turn % parts.size());
            List<Integer> here =
                    left.stream().filter(each -> intersect(mapped.get(each), part)).toList();
            List<Integer> next = here.subList(0, inTurn ? Math.min(1, here.size()) : here.size());
            numbered.addAll(next);
            left.removeAll(next);
        }
        return numbered;
    }

    /** The processors of a rank within its part, after others that are bound there. */
    private List<Integer> window(List<List<Integer>> inside, int arrival, List<Integer> part) {
        int cpus = policy.map().cpusPerRank();
        if (cpus == 0) {
            int count = policy.bind().count();
            return union(inside, arrival * count, count);
        }
        if ((arrival + 1) * cpus > inside.size()) {
            throw LaunchFailure.of("too few cores for the ranks of a part of this machine")
                    .with("PE", cpus)
                    .with("ranks", arrival + 1)
                    .with("cores", inside.size())
                    .with("processors", text(part))
                    .advice("lower PE, start fewer ranks, or map by a larger part");
        }
        return union(inside, arrival * cpus, cpus);
    }

    /** The union of adjacent parts, starting again after the last. */
    private static List<Integer> union(List<List<Integer>> parts, int first, int count) {
        Set<Integer> union = new LinkedHashSet<>();
        for (int i = 0; i < Math.min(count, parts.size()); i++) {
            union.addAll(parts.get((first + i) % parts.size()));
        }
        return List.copyOf(union);
    }

    private static boolean intersect(List<Integer> a, List<Integer> b) {
        return a.stream().anyMatch(b::contains);
    }

    private void checkExclusive(List<List<Integer>> bound) {
        Map<List<Integer>, Integer> sharing = new HashMap<>();
        for (List<Integer> processors : bound) {
            int sharers = sharing.merge(processors, 1, Integer::sum);
            long cpus =
                    machine.parts(policy.cpu()).stream()
                            .filter(each -> intersect(each, processors))
                            .count();
            if (!processors.isEmpty() && sharers > cpus) {
                throw LaunchFailure.of("more ranks than cores on a part of this machine")
                        .with("ranks", sharers)
                        .with("processors", text(processors))
                        .with("cores", cpus)
                        .advice("start fewer ranks, or omit no-overload");
            }
        }
    }

    static String text(List<Integer> processors) {
        return String.join(",", processors.stream().map(Object::toString).toList());
    }
}
