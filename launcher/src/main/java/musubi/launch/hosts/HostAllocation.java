package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RemoteLaunch.Launcher;
import musubi.launch.options.ArgumentFile;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Selects the hosts of a job from the command line and the environment, and determines the number
 * of ranks of each program and the placement of all ranks.
 */
public final class HostAllocation {
    /** Hydra's host file for all programs. */
    private static final String HOST_FILE = "HYDRA_HOST_FILE";

    /** Alternative names, as for the variables below; the first that is set applies. */
    private static final List<String> LAUNCHER = List.of("HYDRA_LAUNCHER", "HYDRA_BOOTSTRAP");

    private static final List<String> EXECUTABLE =
            List.of("HYDRA_LAUNCHER_EXEC", "HYDRA_BOOTSTRAP_EXEC");

    private static final List<String> OPTIONS =
            List.of("HYDRA_LAUNCHER_EXTRA_ARGS", "HYDRA_LAUNCH_EXTRA_ARGS");

    private static final String INTERFACE = "HYDRA_IFACE";

    private final List<CommandLinePart> programs;
    private final Map<String, String> variables;
    private final RemoteLaunch remoteLaunch;

    /** Selected hosts by options: a name lookup may take long. */
    private final Map<ParsedOptions, List<HostSlots>> chosen = new IdentityHashMap<>();

    /** The hosts of programs without hosts of their own; empty for this machine. */
    private final List<HostSlots> common;

    /**
     * An allocation.
     *
     * @param programs in rank order
     * @param parts the programs and the other parts of the command line
     * @param variables the environment of mpiexec
     */
    public HostAllocation(
            List<CommandLinePart> programs,
            List<CommandLinePart> parts,
            Map<String, String> variables) {
        this.programs = programs;
        this.variables = variables;
        RemoteLaunch requested = remoteLaunch(ParsedOptions.ofAll(parts));
        List<HostSlots> named = common(parts);
        boolean inSlurm =
                named.isEmpty() && requested.launcher() != Launcher.FORK && isInAllocation();
        common = inSlurm ? SlurmAllocation.of(variables) : named;
        boolean srun = requested.launcher() == Launcher.AUTO && isInAllocation();
        remoteLaunch = srun ? requested.by(Launcher.SLURM) : requested;
    }

    private boolean isInAllocation() {
        return variables.containsKey(SlurmAllocation.NODES) && LocalHost.executable("srun") != null;
    }

    private RemoteLaunch remoteLaunch(ParsedOptions all) {
        int fanOut = all.number(Option.FAN_OUT, RemoteLaunch.DEFAULT_FAN_OUT);
        if (fanOut < 1) {
            throw LaunchFailure.usage("a fan-out of at least 1 is needed")
                    .with("--fan-out", fanOut);
        }
        return new RemoteLaunch(
                launcher(all.last(Option.LAUNCHER, variable(LAUNCHER, "auto"))),
                all.last(Option.LAUNCHER_EXEC, variable(EXECUTABLE, null)),
                ArgumentFile.split(variable(OPTIONS, "")),
                all.last(Option.INTERFACE, variables.get(INTERFACE)),
                fanOut,
                all.has(Option.TLS));
    }

    private String variable(List<String> names, String otherwise) {
        return names.stream()
                .map(variables::get)
                .filter(value -> value != null)
                .findFirst()
                .orElse(otherwise);
    }

    private static Launcher launcher(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "auto" -> Launcher.AUTO;
            case "fork" -> Launcher.FORK;
            case "ssh", "rsh" -> Launcher.SSH;
            case "slurm", "srun" -> Launcher.SLURM;
            case "manual" -> Launcher.MANUAL;
            default ->
                    throw LaunchFailure.usage("no such launcher")
                            .with("--launcher", name)
                            .advice("choose ssh, slurm, fork, manual or auto");
        };
    }

    /** Entries that select from a list apply to their own program only. */
    private List<HostSlots> common(List<CommandLinePart> parts) {
        for (CommandLinePart part : parts) {
            List<HostSlots> listed = HostList.inFiles(part.options());
            List<String> words = HostList.words(part.options());
            if (listed.isEmpty() && !HostSelection.isRelative(words)) {
                listed = HostList.named(words);
            }
            if (!listed.isEmpty()) {
                return listed;
            }
        }
        String file = variables.getOrDefault(HOST_FILE, "");
        return file.isBlank() ? List.of() : HostList.of(Path.of(file));
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
                    remoteLaunch.tls());
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
        List<HostSlots> hosts = merged(own.isEmpty() ? common : own);
        int perNode = perNode(program.options());
        if (perNode == 0) {
            return hosts;
        }
        return hosts.stream().map(host -> host.withSlots(perNode)).toList();
    }

    /** The hosts in the options of this program; empty without such options. */
    private List<HostSlots> ownHosts(CommandLinePart program) {
        List<HostSlots> listed = HostList.inFiles(program.options());
        List<String> words = HostList.words(program.options());
        if (words.isEmpty()) {
            return listed;
        }
        if (listed.isEmpty() && !HostSelection.isRelative(words)) {
            return HostList.named(words);
        }
        return HostSelection.of(words, listed.isEmpty() ? common : listed, busyBefore(program));
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

    private static int perNode(ParsedOptions options) {
        String map = mapBy(options);
        int perNode = options.number(Option.PER_NODE, 0);
        if (map.matches("ppr:[0-9]{1,6}:node(:.*)?")) {
            perNode = Integer.parseInt(map.split(":")[1]);
        }
        if (perNode < 0 || perNode == 0 && options.has(Option.PER_NODE)) {
            throw LaunchFailure.usage("a node needs at least one rank").with("-ppn", perNode);
        }
        return perNode;
    }

    /** The value of -map-by in lower case; empty without it. */
    private static String mapBy(ParsedOptions options) {
        String map = options.last(Option.MAP_BY, "").toLowerCase(Locale.ROOT);
        String file = options.last(Option.RANK_FILE, null);
        if (file != null || map.startsWith("rankfile") || map.startsWith("seq")) {
            String option = file == null ? "-map-by" : "-rankfile";
            throw LaunchFailure.usage("placement of single ranks is not supported")
                    .with(option, file == null ? map : file)
                    .advice(
                            "list hosts in the order of the ranks (-host a:2,b) or use one part per"
                                    + " host (-n 1 -host a P : -n 1 -host b P, also in a"
                                    + " -configfile), and bind ranks with -bind-to");
        }
        return map;
    }

    /**
     * The number of ranks of this program.
     *
     * @throws LaunchFailure if it is less than 1
     */
    public int count(CommandLinePart program) {
        List<HostSlots> hosts = hostsOf(program);
        int slots = hosts.isEmpty() ? perNode(program.options()) : HostList.slots(hosts);
        int count = program.options().number(Option.COUNT, Math.max(slots, 1));
        if (count < 1) {
            throw LaunchFailure.usage("at least one rank is needed").with("-n", count);
        }
        return count;
    }

    /** The placement of all ranks. */
    public RankPlacement placement() {
        return placement(programs);
    }

    private RankPlacement placement(List<CommandLinePart> some) {
        if (some.stream().map(this::hostsOf).allMatch(List::isEmpty)) {
            return RankPlacement.onThisHost(some.stream().mapToInt(this::count).sum());
        }
        Map<List<HostSlots>, RankMapper> mappers = new HashMap<>();
        Map<String, Integer> nodes = new HashMap<>();
        List<HostSlots> used = new ArrayList<>();
        List<Integer> nodeOfRank = new ArrayList<>();
        for (CommandLinePart program : some) {
            List<HostSlots> hosts = hostsOf(program);
            RankMapper mapper =
                    mappers.computeIfAbsent(
                            hosts.isEmpty() ? List.of(HostSlots.of(LocalHost.name(), 1)) : hosts,
                            list -> new RankMapper(list, order(program.options())));
            for (int left = count(program); left > 0; left--) {
                HostSlots host = mapper.place();
                nodeOfRank.add(
                        nodes.computeIfAbsent(
                                host.name(),
                                _ -> {
                                    used.add(host);
                                    return used.size() - 1;
                                }));
            }
        }
        return new RankPlacement(used, nodeOfRank);
    }

    private static RankMapper.Order order(ParsedOptions options) {
        String map = mapBy(options);
        boolean byNode = map.equals("node") || map.startsWith("node:");
        return byNode ? RankMapper.Order.BY_NODE : RankMapper.Order.BY_SLOT;
    }
}
