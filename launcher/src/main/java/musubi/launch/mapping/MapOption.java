package musubi.launch.mapping;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.MapPolicy.Order;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The values of {@code --map-by}, and the options that are short for one of them. */
final class MapOption {
    private static final String NAME = "--map-by";
    private static final String PE = "pe=";
    private static final String FILE = "file=";
    private static final String PE_LIST = "pe-list=";

    private final ParsedOptions options;
    private final Map<String, String> given = new LinkedHashMap<>();

    private MapOption(ParsedOptions options) {
        this.options = options;
    }

    /**
     * The mapping that these options request; the last of several values counts.
     *
     * @throws LaunchFailure if two of them disagree, or one cannot be done
     */
    static MapPolicy of(ParsedOptions options) {
        return new MapOption(options).read();
    }

    private MapPolicy read() {
        addShortForms();
        if (given.values().stream().distinct().count() > 1) {
            throw LaunchFailure.usage("two mappings in one job")
                    .with("options", String.join(", ", given.keySet()))
                    .advice("keep one of them");
        }
        MapPolicy map = MapPolicy.DEFAULT;
        if (!given.isEmpty()) {
            map = parse(given.values().iterator().next());
        }
        int cpus = options.number(Option.CPUS_PER_RANK, 0);
        if (cpus < 0 || cpus == 0 && options.has(Option.CPUS_PER_RANK)) {
            throw LaunchFailure.usage("a rank needs at least one core").with("PE", cpus);
        }
        return cpus == 0 ? map : map.withCpusPerRank(cpus);
    }

    private void addShortForms() {
        addValue(Option.MAP_BY, "%s");
        addFlag(Option.BY_NODE, "node");
        addFlag(Option.BY_SLOT, "slot");
        addFlag(Option.BY_CORE, "core");
        addFlag(Option.BY_SOCKET, "socket");
        addFlag(Option.ONE_PER_NODE, "ppr:1:node");
        addValue(Option.PER_SOCKET, "ppr:%s:socket");
        addValue(Option.PER_PART, "ppr:%s");
        addValue(Option.RANK_FILE, "rankfile:file=%s");
    }

    private void addFlag(Option option, String text) {
        if (options.has(option)) {
            given.put(option.dashedNames()[0], text);
        }
    }

    private void addValue(Option option, String form) {
        if (options.has(option)) {
            String value = options.last(option, "");
            given.put(option.dashedNames()[0] + " " + value, form.formatted(value));
        }
    }

    private static MapPolicy parse(String text) {
        List<String> words = words(text);
        String first = words.getFirst().toLowerCase(Locale.ROOT);
        int used = 1;
        MapPolicy map;
        if (first.equals("ppr")) {
            map = perPart(words, text);
            used = 3;
        } else {
            map = base(first, text);
        }
        for (String word : words.subList(used, words.size())) {
            map = modified(map, word, text);
        }
        if (map.cpusPerRank() > 0 && map.domain().equals(Domain.HARDWARE_THREAD)) {
            throw LaunchFailure.usage("a hardware thread has no room for PE cores")
                    .with(NAME, text)
                    .advice("map by a larger part, for example numa:PE=" + map.cpusPerRank());
        }
        return map;
    }

    /** The words between colons and commas; the commas of a list of processors stay. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String part : text.split(":")) {
            String lower = part.toLowerCase(Locale.ROOT);
            boolean whole = lower.startsWith(PE_LIST) || lower.startsWith(FILE);
            words.addAll(whole ? List.of(part) : List.of(part.split(",")));
        }
        return words.isEmpty() ? List.of("") : words;
    }

    private static MapPolicy base(String word, String text) {
        if (word.startsWith(PE_LIST)) {
            return MapPolicy.of(Order.DEFAULT, Domain.MACHINE);
        }
        return switch (word) {
            case "", "slot" -> MapPolicy.of(Order.SLOT, Domain.MACHINE);
            case "node" -> MapPolicy.of(Order.NODE, Domain.MACHINE);
            case "seq" -> MapPolicy.of(Order.SEQUENCE, Domain.MACHINE);
            case "rankfile" -> MapPolicy.of(Order.RANK_FILE, Domain.MACHINE);
            default -> {
                Domain domain = Domain.named(word);
                if (domain == null) {
                    throw Domain.unknown(NAME, text);
                }
                yield MapPolicy.of(Order.PART, domain);
            }
        };
    }

    private static MapPolicy perPart(List<String> words, String text) {
        Domain domain = words.size() < 3 ? null : Domain.named(words.get(2));
        if (domain == null || !words.get(1).matches("[0-9]{1,6}") || words.get(1).matches("0+")) {
            throw LaunchFailure.usage("not a number of ranks per part of a machine")
                    .with(NAME, text)
                    .advice("write ppr:N:PART, for example ppr:2:socket, with one part");
        }
        return MapPolicy.of(Order.PER_PART, domain).withCount(Integer.parseInt(words.get(1)));
    }

    private static MapPolicy modified(MapPolicy map, String word, String text) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (lower.startsWith(PE)) {
            int cpus = ParsedOptions.number(NAME + " PE", word.substring(PE.length()));
            if (cpus < 1) {
                throw LaunchFailure.usage("a rank needs at least one core").with(NAME, text);
            }
            return map.withCpusPerRank(cpus);
        }
        if (lower.startsWith(FILE)) {
            return map.withFile(word.substring(FILE.length()));
        }
        if (lower.matches("[1-9][0-9]{0,4}") && map.order() == Order.PART) {
            return map.withCount(Integer.parseInt(lower));
        }
        return switch (lower) {
            case "span" -> map.withSpan();
            // Read by PlacementOptions; jobs that inherit a mapping do not exist.
            case "oversubscribe",
                    "nooversubscribe",
                    "nolocal",
                    "hwtcpus",
                    "corecpus",
                    "ordered",
                    "inherit",
                    "noinherit" ->
                    map;
            default ->
                    throw LaunchFailure.usage("unknown modifier of a mapping")
                            .with(NAME, text)
                            .with("modifier", word)
                            .advice(
                                    "choose PE=N, SPAN, OVERSUBSCRIBE, NOOVERSUBSCRIBE, NOLOCAL,"
                                            + " HWTCPUS or CORECPUS");
        };
    }

    private static List<String> value(ParsedOptions options) {
        return options.has(Option.MAP_BY) ? List.of(options.last(Option.MAP_BY, "")) : List.of();
    }

    /** Whether the option has this modifier. */
    static boolean has(ParsedOptions options, String modifier) {
        return value(options).stream()
                .flatMap(text -> words(text).stream().skip(1))
                .anyMatch(modifier::equalsIgnoreCase);
    }

    /** The list of processors of {@code pe-list=}; null without it. */
    static String processors(ParsedOptions options) {
        return value(options).stream()
                .map(text -> words(text).getFirst())
                .filter(word -> word.toLowerCase(Locale.ROOT).startsWith(PE_LIST))
                .map(word -> word.substring(PE_LIST.length()))
                .findFirst()
                .orElse(null);
    }
}
