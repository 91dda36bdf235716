package musubi.launch.mapping;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.BindPolicy.Kind;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The values of {@code --bind-to}, and the options that are short for one of them. */
final class BindOption {
    private static final String NAME = "--bind-to";
    private static final String LIST = "[0-9]{1,5}(-[0-9]{1,5})?";

    private BindOption() {}

    /**
     * The binding that these options request.
     *
     * @throws LaunchFailure if it cannot be done
     */
    static BindPolicy of(ParsedOptions options) {
        String listed = listed(options);
        boolean ordered = MapOption.has(options, "ordered");
        String text = text(options);
        if (text == null) {
            return listed == null ? BindPolicy.AUTO : ofList(listed, ordered);
        }
        String[] words = text.split("[:,]");
        String first = words.length == 0 ? "" : words[0].toLowerCase(Locale.ROOT);
        BindPolicy bind =
                switch (first) {
                    case "user" -> ofUser(text);
                    case "cpu-list", "cpulist" -> {
                        checkListed(listed);
                        yield ofList(
                                listed,
                                ordered || text.toLowerCase(Locale.ROOT).contains("ordered"));
                    }
                    default -> base(first, listed);
                };
        for (int i = 1; i < words.length && !first.equals("user"); i++) {
            bind = modified(bind, words[i].toLowerCase(Locale.ROOT), text);
        }
        return bind;
    }

    private static String text(ParsedOptions options) {
        if (options.has(Option.BIND)) {
            return options.last(Option.BIND, "");
        }
        if (options.has(Option.BIND_TO_CORE)) {
            return "core";
        }
        if (options.has(Option.BIND_TO_SOCKET)) {
            return "socket";
        }
        return options.has(Option.BIND_TO_NONE) ? "none" : null;
    }

    private static String listed(ParsedOptions options) {
        return options.last(Option.CPU_LIST, MapOption.processors(options));
    }

    private static void checkListed(String listed) {
        if (listed == null) {
            throw LaunchFailure.usage("no list of processors")
                    .with(NAME, "cpu-list")
                    .advice("add --cpu-list 0,2,4");
        }
    }

    private static BindPolicy base(String word, String listed) {
        if (word.equals("none")) {
            return BindPolicy.of(Kind.NONE);
        }
        if (word.equals("rr")) {
            return BindPolicy.of(Kind.ROUND_ROBIN);
        }
        // Modifiers alone, as in ":if-supported".
        if (word.isEmpty()) {
            return listed == null ? BindPolicy.AUTO : ofList(listed, false);
        }
        Domain domain = word.equals("node") ? null : Domain.named(word);
        if (domain == null) {
            throw Domain.unknown(NAME, word);
        }
        return BindPolicy.of(domain);
    }

    private static BindPolicy ofList(String listed, boolean ordered) {
        for (String each : listed.split(",", -1)) {
            checkProcessors(each, listed);
        }
        List<String> processors =
                CpuTopology.parseList(listed).stream().map(Object::toString).toList();
        return BindPolicy.of(ordered ? Kind.LISTS : Kind.SET, processors);
    }

    private static void checkProcessors(String word, String text) {
        if (!word.matches(LIST)) {
            throw LaunchFailure.usage("not a list of processors")
                    .with("list", text)
                    .with("entry", "'" + word + "'")
                    .advice("write numbers and ranges, for example 0,2,4-7");
        }
    }

    private static BindPolicy ofUser(String text) {
        String list = text.substring(text.indexOf(':') + 1);
        List<String> entries = List.of(list.split(",", -1));
        entries.stream()
                .flatMap(entry -> Stream.of(entry.split("\\+", -1)))
                .forEach(word -> checkProcessors(word, list));
        return BindPolicy.of(Kind.LISTS, entries);
    }

    private static BindPolicy modified(BindPolicy bind, String word, String text) {
        if (word.matches("[1-9][0-9]{0,4}") && bind.kind() == Kind.PARTS) {
            return bind.withCount(Integer.parseInt(word));
        }
        return switch (word) {
            case "if-supported" -> bind.whereSupported();
            case "no-overload" -> bind.exclusively();
            // The default; lists have it already; a report is read by PlacementOptions.
            case "overload-allowed", "ordered", "report" -> bind;
            default ->
                    throw LaunchFailure.usage("unknown modifier of a binding")
                            .with(NAME, text)
                            .with("modifier", word)
                            .advice(
                                    "choose overload-allowed, no-overload, if-supported, ordered or"
                                            + " a number of parts, for example core:2");
        };
    }

    /** Whether the option requests a report. */
    static boolean isReported(ParsedOptions options) {
        return options.last(Option.BIND, "").toLowerCase(Locale.ROOT).contains(":report");
    }

    /** The processors that the job may use; empty for all. */
    static String processors(ParsedOptions options) {
        String set = options.last(Option.CPU_SET, "");
        if (!set.isEmpty()) {
            for (String each : set.split(",", -1)) {
                checkProcessors(each, set);
            }
        }
        return set;
    }
}
