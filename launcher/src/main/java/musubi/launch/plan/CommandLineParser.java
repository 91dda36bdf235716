package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.HostAllocation;
import musubi.launch.hosts.RelayPlan;
import musubi.launch.hosts.SiteNames;
import musubi.launch.mapping.CpuTopology;
import musubi.launch.mapping.PlacementOptions;
import musubi.launch.options.ArgumentFile;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.plan.LaunchPlan.Settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Parses the command line of mpiexec into a {@link LaunchPlan}. */
public final class CommandLineParser {
    private static final long MAX_RANKS = 4096;
    private static final int GRACE_MS = 300;

    /** The variable of the setting {@code grid}. */
    private static final String GRID = "MUSUBI_GRID";

    private final Map<String, String> variables;
    private final Consumer<String> warnings;
    private final Consumer<String> displays;
    private final Supplier<CpuTopology> machine;
    private final EnvironmentOptions environment;

    /**
     * A parser.
     *
     * @param variables the environment of mpiexec
     * @param warnings receives warnings that do not prevent the job
     */
    public CommandLineParser(Map<String, String> variables, Consumer<String> warnings) {
        this(variables, warnings, _ -> {}, CpuTopology::ofMachine);
    }

    /**
     * A parser that displays placements.
     *
     * @param displays receives the texts of {@code --display}
     * @param machine the processors of this machine
     */
    public CommandLineParser(
            Map<String, String> variables,
            Consumer<String> warnings,
            Consumer<String> displays,
            Supplier<CpuTopology> machine) {
        this.variables = variables;
        this.warnings = warnings;
        this.displays = displays;
        this.machine = machine;
        this.environment = new EnvironmentOptions(variables, warnings);
    }

    /**
     * Parses the whole command line.
     *
     * @throws LaunchFailure if it is wrong
     */
    public LaunchPlan read(List<String> words) {
        List<CommandLinePart> programs = new ArrayList<>();
        List<CommandLinePart> parts = new ArrayList<>();
        if (hasOption(words, Option.CONFIG)) {
            CommandLinePart own = CommandLinePart.cut(words);
            parts.add(own);
            programs.addAll(fromFile(own));
        } else {
            programs.addAll(cutAtColons(words));
        }
        parts.addAll(programs);
        return plan(programs, parts);
    }

    /**
     * The plan for these programs, in rank order.
     *
     * @param given the programs and the other parts of the command line
     * @throws LaunchFailure if an option is wrong
     */
    public LaunchPlan plan(List<CommandLinePart> programs, List<CommandLinePart> given) {
        List<CommandLinePart> parts = new ArrayList<>();
        parts.add(CommandLinePart.ofVariables(variables));
        parts.addAll(given);
        PlacementOptions.checkSame(programs);
        Settings settings = settings(parts);
        HostAllocation hosts = new HostAllocation(programs, parts, variables, warnings, machine);
        List<Segment> segments = new ArrayList<>();
        for (CommandLinePart part : programs) {
            Segment segment = segment(part, parts, hosts.count(part));
            if (hosts.slots() > 0) {
                String slots = Integer.toString(hosts.slots());
                segment.environment().added().put(LaunchPlan.UNIVERSE_VARIABLE, slots);
            }
            segments.add(segment);
        }
        DebugOption.addTo(ParsedOptions.ofAll(parts), segments, settings.pvas());
        long size = segments.stream().mapToLong(Segment::count).sum();
        TorusShape.check(TorusShape.of(parts), size);
        checkSize(size, hosts.hostCount());
        String sites = SiteNames.ofNodes(ParsedOptions.ofAll(parts), hosts.placement());
        if (sites != null) {
            segments.forEach(each -> each.environment().added().putIfAbsent(GRID, sites));
        }
        TopologyOption.addTo(ParsedOptions.ofAll(parts), hosts.placement(), segments);
        LaunchPlan plan =
                new LaunchPlan(
                        segments,
                        settings,
                        hosts.placement(),
                        hosts.remoteLaunch(),
                        RelayPlan.of(ParsedOptions.ofAll(parts), hosts.placement()));
        StreamOptionsReader.check(plan);
        if (!ParsedOptions.ofAll(parts).has(Option.QUIET)) {
            MisplacedOptions.hints(plan, programs).forEach(warnings);
        }
        new PlacementDisplay(plan, hosts).texts().forEach(displays);
        return plan;
    }

    private static void checkSize(long ranks, int hosts) {
        if (ranks > MAX_RANKS * hosts) {
            throw LaunchFailure.usage("too many ranks")
                    .with("n", ranks)
                    .with("hosts", hosts)
                    .with("limit per host", MAX_RANKS);
        }
    }

    /** Whether the option is given before the first program. */
    public boolean hasOption(List<String> words, Option option) {
        List<String> first = CommandLinePart.split(words).getFirst();
        return CommandLinePart.cut(first).options().has(option);
    }

    private static List<CommandLinePart> cutAtColons(List<String> words) {
        return CommandLinePart.split(words).stream().map(CommandLinePart::cut).toList();
    }

    private static List<CommandLinePart> fromFile(CommandLinePart own) {
        Path file = Path.of(own.options().last(Option.CONFIG, null));
        boolean forOne = Option.FOR_ONE_PROGRAM.stream().anyMatch(own.options()::has);
        boolean java = own.classPath() != null || !own.jvmOptions().isEmpty();
        if (forOne || java || !own.program().isEmpty()) {
            throw LaunchFailure.usage("program and options of a program given beside -configfile")
                    .with("-configfile", file)
                    .advice(
                            "move them (also number of ranks, variables, directory, JVM options)"
                                    + " to the file");
        }
        List<CommandLinePart> parts = new ArrayList<>();
        for (List<String> line : ArgumentFile.lines(file, "the programs of -configfile")) {
            parts.addAll(cutAtColons(line));
        }
        if (parts.isEmpty()) {
            throw LaunchFailure.usage("no program in the file").with("-configfile", file);
        }
        return parts;
    }

    private Settings settings(List<CommandLinePart> parts) {
        parts.forEach(part -> part.options().warnings().forEach(warnings));
        ParsedOptions all = ParsedOptions.ofAll(parts);
        return new Settings(
                StreamOptionsReader.read(all),
                all.has(Option.VERBOSE),
                timeLimit(parts, number("MPIEXEC_TIMEOUT", "seconds", 0)),
                number("MUSUBI_LAUNCH_GRACE", "milliseconds", GRACE_MS),
                all.last(Option.TRANSPORT, null),
                PlacementOptions.of(all),
                all.has(Option.EXPLAIN),
                all.has(Option.CHECK),
                all.has(Option.PROGRESS_THREAD),
                ranksPerJvm(all.has(Option.PVAS), all.last(Option.RANKS_PER_JVM, null)),
                keyBroadcastBytes(all),
                all.has(Option.TRAIN));
    }

    /** The limit of the whole job, which all parts that have one must agree on. */
    private static int timeLimit(List<CommandLinePart> parts, int otherwise) {
        List<Integer> limits =
                parts.stream()
                        .filter(part -> part.options().has(Option.TIMEOUT))
                        .map(part -> part.options().number(Option.TIMEOUT, 0))
                        .distinct()
                        .toList();
        if (limits.size() > 1) {
            throw LaunchFailure.usage("different time limits of one job")
                    .with("-timeout", limits)
                    .advice("give one, before the first program");
        }
        int limit = limits.isEmpty() ? otherwise : limits.getFirst();
        if (limit < 0) {
            throw LaunchFailure.usage("negative time limit").with("-timeout", limit);
        }
        return limit;
    }

    private static int keyBroadcastBytes(ParsedOptions all) {
        int bytes = all.number(Option.KEY_BROADCAST, LaunchPlan.DEFAULT_KEY_BROADCAST_BYTES);
        if (bytes < 0) {
            throw LaunchFailure.usage("negative size").with("--key-broadcast", bytes);
        }
        return bytes;
    }

    private static int ranksPerJvm(boolean pvas, String text) {
        if (text == null) {
            return pvas ? Integer.MAX_VALUE : 0;
        }
        if (!pvas) {
            throw LaunchFailure.usage("--ranks-per-jvm requires --pvas")
                    .with("--ranks-per-jvm", text)
                    .advice("add --pvas, or omit the option for a process per rank");
        }
        int number = ParsedOptions.number("--ranks-per-jvm", text);
        if (number < 1) {
            throw LaunchFailure.usage("a JVM needs at least one rank")
                    .with("--ranks-per-jvm", text);
        }
        return number;
    }

    private int number(String variable, String unit, int otherwise) {
        String text = variables.getOrDefault(variable, "").strip();
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("\\d{1,9}")) {
            throw LaunchFailure.usage("not a number of " + unit).with(variable, text);
        }
        return Integer.parseInt(text);
    }

    private Segment segment(CommandLinePart part, List<CommandLinePart> parts, int count) {
        if (part.program().isEmpty()) {
            throw LaunchFailure.usage("no program given").advice("put its name after the options");
        }
        String global = ParsedOptions.ofAll(parts).last(Option.GLOBAL_DIRECTORY, null);
        String directory = part.options().last(Option.DIRECTORY, global);
        Path path = directory == null ? null : Path.of(directory).toAbsolutePath().normalize();
        if (path != null && !Files.isDirectory(path)) {
            throw LaunchFailure.usage("no such directory").with("-wdir", path);
        }
        return new Segment(
                count,
                part.jvmOptions(),
                part.classPath(),
                SearchPath.resolve(part),
                environment.of(part, parts),
                path);
    }
}
