package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RemoteLaunch.Launcher;
import musubi.launch.mapping.CpuTopology;
import musubi.launch.mapping.Domain;
import musubi.launch.mapping.MapPolicy;
import musubi.launch.mapping.PlacementOptions;
import musubi.launch.mapping.RankPolicy;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Selects the hosts of a job from the command line and the environment, and determines the number
 * of ranks of each program and the placement of all ranks.
 */
public final class HostAllocation {
    private final List<CommandLinePart> programs;
    private final ParsedOptions all;
    private final Supplier<CpuTopology> machine;
    private final RemoteLaunch remoteLaunch;
    private final MapPolicy map;
    private final boolean limited;

    /** Selected hosts by options: a name lookup may take long. */
    private final Map<ParsedOptions, List<HostSlots>> chosen = new IdentityHashMap<>();

    private final CommonHosts common;

    /** The host of each rank, if the options list them; else empty. */
    private final List<HostSlots> listed;

    /**
     * An allocation.
     *
     * @param programs in rank order
     * @param parts the programs and the other parts of the command line
     * @param variables the environment of mpiexec
     * @param warnings receives warnings that do not prevent the job
     * @param machine the processors of this machine
     */
    public HostAllocation(
            List<CommandLinePart> programs,
            List<CommandLinePart> parts,
            Map<String, String> variables,
            Consumer<String> warnings,
            Supplier<CpuTopology> machine) {
        this.programs = programs;
        this.machine = machine;
        all = ParsedOptions.ofAll(parts);
        map = PlacementOptions.map(all);
        limited = PlacementOptions.forbidsOversubscription(all);
        checkArchitecture();
        RemoteLaunch requested = new LauncherOptions(all, variables, warnings).read();
        common = CommonHosts.of(parts, variables, requested.launcher());
        boolean srun =
                requested.launcher() == Launcher.AUTO
                        && common.system() == BatchAllocation.System.SLURM;
        remoteLaunch = srun ? requested.by(Launcher.SLURM) : requested;
        listed = ListedRanks.arePresent(map) ? listed() : List.of();
    }

    private List<HostSlots> listed() {
        return ListedRanks.hosts(map, all, common.list()).stream()
                .map(host -> isHere(host) ? host.named(LocalHost.name()) : host)
                .toList();
    }

    private boolean isHere(HostSlots host) {
        return remoteLaunch.launcher() == Launcher.AUTO && LocalHost.is(host.name());
    }

    private void checkArchitecture() {
        String own = System.getProperty("os.arch");
        for (String name : all.all(Option.ARCHITECTURE)) {
            if (!Architecture.is(name, own)) {
                throw LaunchFailure.usage("no hosts of this architecture are known")
                        .with("-arch", name)
                        .with("here", own)
                        .advice("name the hosts with -host; Java programs run on all of them");
            }
        }
    }

    /** The number of hosts; at least 1. */
    public int hostCount() {
        return Math.max(1, hosts().size());
    }

    /** The slots of all hosts; 0 if no hosts are given. */
    public int slots() {
        return HostList.slots(hosts());
    }

    /** The settings for the start of node proxies. */
    public RemoteLaunch remoteLaunch() {
        if (remoteLaunch.launcher() == Launcher.MANUAL) {
            // In a deeper tree the commands to type would appear on other hosts.
            return new RemoteLaunch(
                    remoteLaunch.launcher(),
                    null,
                    List.of(),
                    remoteLaunch.networkInterface(),
                    hostCount(),
                    remoteLaunch.tls(),
                    remoteLaunch.linkTimes());
        }
        boolean plain = remoteLaunch.launcher() == Launcher.SLURM && runsHere(hosts());
        return plain ? remoteLaunch.by(Launcher.AUTO) : remoteLaunch;
    }

    private List<HostSlots> hosts() {
        List<List<HostSlots>> lists = new ArrayList<>();
        programs.forEach(program -> lists.add(hostsOf(program)));
        return HostList.union(lists);
    }

    private static boolean runsHere(List<HostSlots> hosts) {
        return hosts.stream().allMatch(host -> LocalHost.is(host.name()));
    }

    /** The hosts of this program, with its slots. */
    private List<HostSlots> hostsOf(CommandLinePart program) {
        List<HostSlots> known = chosen.get(program.options());
        if (known == null) {
            known = choose(program);
            chosen.put(program.options(), known);
        }
        return known;
    }

    private List<HostSlots> choose(CommandLinePart program) {
        List<HostSlots> own = ownHosts(program);
        List<HostSlots> hosts = merged(own.isEmpty() ? common.hosts() : own);
        if (PlacementOptions.excludesThisMachine(all)) {
            hosts = hosts.stream().filter(host -> !LocalHost.is(host.name())).toList();
            if (hosts.isEmpty()) {
                throw LaunchFailure.usage("no host is left without this machine")
                        .advice("add hosts with -host or -hostfile");
            }
        }
        int perNode = perNode(program.options());
        if (perNode == 0) {
            return hosts;
        }
        return hosts.stream().map(host -> host.withSlots(perNode)).toList();
    }

    /** The hosts in the options of this program; empty without such options. */
    private List<HostSlots> ownHosts(CommandLinePart program) {
        List<HostSlots> files = HostList.inFiles(program.options());
        List<String> words = HostList.words(program.options());
        boolean inBatch = common.system() != null;
        if (inBatch && !files.isEmpty()) {
            files = HostSelection.within(common.list(), files, common.origin());
        }
        if (words.isEmpty()) {
            return files.isEmpty() || inBatch ? files : common.withAdded(files);
        }
        if (files.isEmpty() && !inBatch && !HostSelection.isRelative(words)) {
            return HostList.named(words);
        }
        if (inBatch && files.isEmpty() && !HostSelection.isRelative(words)) {
            return HostSelection.within(common.list(), HostList.named(words), common.origin());
        }
        return HostSelection.of(
                words, files.isEmpty() ? common.list() : files, busyBefore(program));
    }

    /** The names of the hosts with ranks of earlier programs. */
    private Set<String> busyBefore(CommandLinePart program) {
        int before = 0;
        while (programs.get(before) != program) {
            before++;
        }
        if (before == 0) {
            return Set.of();
        }
        return placement(programs.subList(0, before)).hosts().stream()
                .map(HostSlots::name)
                .collect(Collectors.toSet());
    }

    /** Merges all names of this machine into one host, unless a launcher is given. */
    private List<HostSlots> merged(List<HostSlots> hosts) {
        if (remoteLaunch.launcher() != Launcher.AUTO) {
            return hosts;
        }
        List<HostSlots> merged = new ArrayList<>();
        int here = -1;
        for (HostSlots host : hosts) {
            boolean local = hosts.size() > 1 && LocalHost.is(host.name());
            if (local && here >= 0) {
                merged.set(here, merged.get(here).and(host));
            } else {
                here = local ? merged.size() : here;
                merged.add(host);
            }
        }
        return merged;
    }

    private int perNode(ParsedOptions options) {
        int perNode = options.number(Option.PER_NODE, 0);
        if (map.order() == MapPolicy.Order.PER_PART) {
            // Other hosts are taken as like this one; their node proxies check it.
            perNode = map.count() * parts();
        }
        if (perNode < 0 || perNode == 0 && options.has(Option.PER_NODE)) {
            throw LaunchFailure.usage("a node needs at least one rank").with("-ppn", perNode);
        }
        return perNode;
    }

    /** The number of parts of this machine to which ranks are mapped. */
    private int parts() {
        return map.isByPart() ? Math.max(1, machine.get().count(map.domain())) : 1;
    }

    /**
     * The number of ranks of this program.
     *
     * @throws LaunchFailure if it is less than 1
     */
    public int count(CommandLinePart program) {
        String soft = program.options().last(Option.SOFT, null);
        if (soft != null) {
            int room = Math.max(slots(program), hostsOf(program).isEmpty() ? cpus() : 1);
            return SoftCount.choose(soft, program.options().number(Option.COUNT, 0), room);
        }
        int count = program.options().number(Option.COUNT, Math.max(slots(program), 1));
        if (count < 1) {
            throw LaunchFailure.usage("at least one rank is needed").with("-n", count);
        }
        return count;
    }

    private int slots(CommandLinePart program) {
        if (!listed.isEmpty()) {
            return programs.size() == 1 ? listed.size() : 1;
        }
        List<HostSlots> hosts = hostsOf(program);
        return hosts.isEmpty() ? perNode(program.options()) : HostList.slots(hosts);
    }

    /** The number of slots of this machine without a list of hosts. */
    private int cpus() {
        boolean threads = all.has(Option.HARDWARE_THREAD_CPUS);
        int cpus = machine.get().count(threads ? Domain.HARDWARE_THREAD : Domain.CORE);
        return cpus == 0 ? Runtime.getRuntime().availableProcessors() : cpus;
    }

    /** The placement of all ranks. */
    public RankPlacement placement() {
        return placement(programs);
    }

    private RankPlacement placement(List<CommandLinePart> some) {
        if (!listed.isEmpty()) {
            return RankPlacement.of(firstOfListed(some));
        }
        if (some.stream().map(this::hostsOf).allMatch(List::isEmpty)) {
            int ranks = some.stream().mapToInt(this::count).sum();
            checkRoomHere(ranks);
            return RankPlacement.onThisHost(ranks);
        }
        Map<List<HostSlots>, RankMapper> mappers = new HashMap<>();
        List<HostSlots> hostOfRank = new ArrayList<>();
        for (CommandLinePart program : some) {
            List<HostSlots> hosts = hostsOf(program);
            RankMapper mapper =
                    mappers.computeIfAbsent(
                            hosts.isEmpty() ? List.of(HostSlots.of(LocalHost.name(), 1)) : hosts,
                            list -> new RankMapper(list, turn(), limited));
            hostOfRank.addAll(numbered(mapper.place(count(program))));
        }
        return RankPlacement.of(hostOfRank);
    }

    private List<HostSlots> firstOfListed(List<CommandLinePart> some) {
        int ranks = some.stream().mapToInt(this::count).sum();
        if (ranks > listed.size()) {
            throw LaunchFailure.usage("more ranks than lines in the list of their hosts")
                    .with("ranks", ranks)
                    .with("lines", listed.size())
                    .advice("add lines, or start fewer ranks");
        }
        return listed.subList(0, ranks);
    }

    private void checkRoomHere(int ranks) {
        if (limited && ranks > cpus()) {
            throw LaunchFailure.usage("more ranks than slots")
                    .with("ranks", ranks)
                    .with("slots", cpus())
                    .advice(
                            "omit --nooversubscribe, count hardware threads with"
                                    + " --use-hwthread-cpus, or start fewer ranks");
        }
    }

    /** The number of consecutive ranks on a host before the next one. */
    private int turn() {
        if (map.order() == MapPolicy.Order.NODE) {
            return 1;
        }
        return map.span() ? parts() : Integer.MAX_VALUE;
    }

    /** The hosts of a program's ranks, as --rank-by numbers them. */
    private List<HostSlots> numbered(List<HostSlots> mapped) {
        RankPolicy.Order order = PlacementOptions.rank(all).order();
        if (order == RankPolicy.Order.MAPPED) {
            return mapped;
        }
        Map<String, Deque<HostSlots>> byHost = new LinkedHashMap<>();
        for (HostSlots host : mapped) {
            byHost.computeIfAbsent(host.name(), _ -> new ArrayDeque<>()).add(host);
        }
        List<HostSlots> numbered = new ArrayList<>();
        while (numbered.size() < mapped.size()) {
            for (Deque<HostSlots> left : byHost.values()) {
                int next = order == RankPolicy.Order.NODE ? Math.min(1, left.size()) : left.size();
                for (int i = 0; i < next; i++) {
                    numbered.add(left.remove());
                }
            }
        }
        return numbered;
    }

    /** All hosts that the programs may use, with their slots; empty for this machine. */
    public List<HostSlots> available() {
        return common.list().isEmpty() ? hosts() : merged(common.list());
    }

    /** Where the hosts come from, for the display of the allocation. */
    public String origin() {
        BatchAllocation.System system = common.system();
        boolean ssh = system != null && system != BatchAllocation.System.SLURM;
        String start = "; other hosts start with ssh, not with ";
        return common.origin() + (ssh ? start + system.starter() : "");
    }
}
