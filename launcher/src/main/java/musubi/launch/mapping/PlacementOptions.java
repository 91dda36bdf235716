package musubi.launch.mapping;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.PlacementPolicy.Display;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The placement of ranks in the words of Open MPI and of Hydra. */
public final class PlacementOptions {
    private PlacementOptions() {}

    /**
     * The placement within the machines of a job.
     *
     * @param all the options of all programs
     * @throws LaunchFailure if a word is unknown or cannot be done
     */
    public static PlacementPolicy of(ParsedOptions all) {
        refuse(all);
        MapPolicy map = MapOption.of(all);
        BindPolicy bind = BindOption.of(all);
        boolean threads = all.has(Option.HARDWARE_THREAD_CPUS) || MapOption.has(all, "hwtcpus");
        boolean larger = bind.kind() == BindPolicy.Kind.PARTS && bind.domain().isLargerThanCore();
        if (map.cpusPerRank() > 0 && larger) {
            throw LaunchFailure.usage("PE=N binds each rank to N cores, not to a larger part")
                    .with("PE", map.cpusPerRank())
                    .with("--bind-to", bind.domain())
                    .advice("use --bind-to core with PE, or omit PE");
        }
        return new PlacementPolicy(
                map,
                rank(all),
                bind,
                threads,
                BindOption.processors(all),
                rankSlots(map),
                displays(all));
    }

    /** The mapping of a program's ranks to hosts. */
    public static MapPolicy map(ParsedOptions options) {
        return MapOption.of(options);
    }

    /** Whether hosts must not have more ranks than slots. */
    public static boolean forbidsOversubscription(ParsedOptions options) {
        return options.has(Option.NO_OVERSUBSCRIBE) || MapOption.has(options, "nooversubscribe");
    }

    /** Whether this machine has no ranks. */
    public static boolean excludesThisMachine(ParsedOptions options) {
        return options.has(Option.NO_LOCAL) || MapOption.has(options, "nolocal");
    }

    /**
     * Checks that programs do not disagree on options of the whole job.
     *
     * @throws LaunchFailure if two of them have different values
     */
    public static void checkSame(List<CommandLinePart> programs) {
        for (Option option : List.of(Option.MAP_BY, Option.RANK_BY, Option.BIND)) {
            List<String> values =
                    programs.stream()
                            .map(program -> program.options().last(option, null))
                            .filter(value -> value != null)
                            .distinct()
                            .toList();
            if (values.size() > 1) {
                throw LaunchFailure.usage("different placements of the programs of one job")
                        .with(option.dashedNames()[0], values)
                        .advice("give one, before the first program, or use a rank file");
            }
        }
    }

    private static void refuse(ParsedOptions all) {
        String library = all.last(Option.TOPOLOGY_LIBRARY, "sysfs");
        if (!Set.of("sysfs", "hwloc", "none", "default").contains(library)) {
            throw LaunchFailure.usage("no such topology library")
                    .with("-topolib", library)
                    .advice(
                            "omit it: the topology is read from Linux itself, with hwloc's"
                                    + " results");
        }
        String memory = all.last(Option.MEMORY_BINDING, "firsttouch").toLowerCase(Locale.ROOT);
        if (!Set.of("firsttouch", "none").contains(memory)) {
            throw LaunchFailure.usage("no such binding of memory")
                    .with("-membind", memory)
                    .advice(
                            "memory belongs to the NUMA node of the rank that touches it first; for"
                                    + " others start the program with numactl, for example numactl"
                                    + " --interleave=all java Program");
        }
    }

    /** The numbering of the ranks. */
    public static RankPolicy rank(ParsedOptions all) {
        String text = all.last(Option.RANK_BY, null);
        if (text == null) {
            return RankPolicy.DEFAULT;
        }
        String[] words = text.toLowerCase(Locale.ROOT).split("[:,]");
        for (int i = 1; i < words.length; i++) {
            if (!Set.of("span", "fill").contains(words[i])) {
                throw LaunchFailure.usage("unknown modifier of a numbering")
                        .with("--rank-by", text)
                        .advice("choose SPAN or FILL");
            }
        }
        boolean fill = words.length > 1 && List.of(words).contains("fill");
        return fill ? numbering("fill", text) : numbering(words.length == 0 ? "" : words[0], text);
    }

    private static RankPolicy numbering(String word, String text) {
        return switch (word) {
            case "slot" -> new RankPolicy(RankPolicy.Order.SLOT, Domain.MACHINE);
            case "node" -> new RankPolicy(RankPolicy.Order.NODE, Domain.MACHINE);
            case "fill" -> new RankPolicy(RankPolicy.Order.FILL, Domain.MACHINE);
            case "span" -> RankPolicy.DEFAULT;
            default -> {
                Domain domain = Domain.named(word);
                if (domain == null) {
                    throw Domain.unknown("--rank-by", text);
                }
                yield new RankPolicy(RankPolicy.Order.PART, domain);
            }
        };
    }

    private static List<String> rankSlots(MapPolicy map) {
        if (map.order() != MapPolicy.Order.RANK_FILE) {
            return List.of();
        }
        return RankFile.read(rankFile(map)).stream().map(RankFile.Line::slots).toList();
    }

    /** The file of a mapping by rank file. */
    public static Path rankFile(MapPolicy map) {
        if (map.file().isEmpty()) {
            throw LaunchFailure.usage("no rank file")
                    .with("--map-by", "rankfile")
                    .advice("add --rankfile FILE, or write --map-by rankfile:file=FILE");
        }
        return Path.of(map.file());
    }

    private static Set<Display> displays(ParsedOptions all) {
        Set<Display> displays = EnumSet.noneOf(Display.class);
        for (String list : all.all(Option.DISPLAY)) {
            for (String word : list.split(",")) {
                displays.add(display(word, list));
            }
        }
        addIf(all.has(Option.DISPLAY_MAP), Display.MAP, displays);
        addIf(all.has(Option.DISPLAY_ALLOCATION), Display.ALLOCATION, displays);
        addIf(all.has(Option.DISPLAY_TOPOLOGY), Display.TOPOLOGY, displays);
        addIf(all.has(Option.REPORT_BINDINGS), Display.BINDINGS, displays);
        addIf(BindOption.isReported(all), Display.BINDINGS, displays);
        addIf(displays.contains(Display.MAP), Display.BINDINGS, displays);
        return displays;
    }

    private static void addIf(boolean given, Display display, Set<Display> displays) {
        if (given) {
            displays.add(display);
        }
    }

    private static Display display(String word, String list) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "map", "map-devel" -> Display.MAP;
            case "allocation", "alloc" -> Display.ALLOCATION;
            case "bind", "bindings" -> Display.BINDINGS;
            case "topo", "topology" -> Display.TOPOLOGY;
            default ->
                    throw LaunchFailure.usage("no such display")
                            .with("--display", list)
                            .with("word", "'" + word + "'")
                            .advice("choose from map, allocation, bind and topo");
        };
    }
}
