package musubi.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import musubi.launch.LaunchPlan.BindTo;
import musubi.launch.LaunchPlan.Environment;
import musubi.launch.LaunchPlan.Segment;
import musubi.launch.LaunchPlan.Settings;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Reads mpiexec's words into a {@link LaunchPlan}: cuts them at the colons, and each part into
 * options of mpiexec, options of the JVM, and the program with its arguments, which are left alone.
 */
final class CommandLineReader {
    private static final int MAX_RANKS = 4096;

    private final Map<String, String> variables;
    private final Consumer<String> warnings;
    private final Map<String, OptionSpec> known = Options.specification().optionsMap();

    /**
     * A reader.
     *
     * @param variables mpiexec's own environment
     * @param warnings gets what the user should know although the job can run
     */
    CommandLineReader(Map<String, String> variables, Consumer<String> warnings) {
        this.variables = variables;
        this.warnings = warnings;
    }

    /** One part of the command line, cut but not understood yet. */
    private record Part(
            ParseResult options, List<String> jvmWords, String classPath, List<String> program) {}

    /**
     * Reads the whole command line.
     *
     * @throws LaunchFailure when it is wrong
     */
    LaunchPlan read(List<String> words) {
        List<Part> parts = new ArrayList<>();
        List<String> rest = words;
        int colon;
        while ((colon = rest.indexOf(":")) >= 0) {
            parts.add(cut(rest.subList(0, colon)));
            rest = rest.subList(colon + 1, rest.size());
        }
        parts.add(cut(rest));
        Settings settings = settings(parts);
        List<Segment> segments = new ArrayList<>();
        for (Part part : parts) {
            segments.add(segment(part, parts));
        }
        LaunchPlan plan = new LaunchPlan(segments, settings);
        if (plan.size() > MAX_RANKS) {
            throw LaunchFailure.usage(
                    "too many ranks for one machine: n=" + plan.size() + " limit=" + MAX_RANKS);
        }
        return plan;
    }

    private Part cut(List<String> words) {
        List<String> own = new ArrayList<>();
        List<String> jvm = new ArrayList<>();
        String classPath = null;
        int at = 0;
        while (at < words.size() && isOption(words.get(at))) {
            String word = words.get(at++);
            int values = valuesOf(word);
            if (at + values > words.size()) {
                throw LaunchFailure.usage(
                        "option '" + word + "' needs " + values + (values == 1 ? " value" : " values"));
            }
            List<String> value = words.subList(at, at + values);
            at += values;
            if (JvmWords.isClassPath(word)) {
                classPath = value.getFirst();
            } else if (word.startsWith("--class-path=")) {
                classPath = word.substring(word.indexOf('=') + 1);
            } else if (JvmWords.isJvmOption(word)) {
                jvm.add(word);
                jvm.addAll(value);
            } else {
                addOwn(word, value, own);
            }
        }
        at += at < words.size() && words.get(at).equals("--") ? 1 : 0;
        return new Part(parse(own), jvm, classPath, words.subList(at, words.size()));
    }

    private static boolean isOption(String word) {
        return word.length() > 1
                && word.charAt(0) == '-'
                && !word.equals("--")
                && !ProgramResolver.startsProgram(word);
    }

    private int valuesOf(String word) {
        if (JvmWords.isClassPath(word) || JvmWords.takesNextWord(word)) {
            return 1;
        }
        if (JvmWords.isJvmOption(word) || word.startsWith("--class-path=")) {
            return 0;
        }
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        OptionSpec option = known.get(oneDash(name));
        if (option == null) {
            throw LaunchFailure.usage("unknown option '" + word + "'");
        }
        return equals < 0 ? option.arity().max() : 0;
    }

    private static String oneDash(String word) {
        return word.startsWith("--") ? word.substring(1) : word;
    }

    /** Adds an option of mpiexec as the specification spells it: one dash, values apart. */
    private static void addOwn(String word, List<String> values, List<String> own) {
        int equals = word.indexOf('=');
        own.add(oneDash(equals < 0 ? word : word.substring(0, equals)));
        if (equals >= 0) {
            own.add(word.substring(equals + 1));
        }
        own.addAll(values);
    }

    private static ParseResult parse(List<String> words) {
        try {
            // A fresh specification each time: it holds the values of the last parse.
            CommandLine options = new CommandLine(Options.specification());
            return options.parseArgs(words.toArray(new String[0]));
        } catch (ParameterException e) {
            boolean badValue = e.getArgSpec() instanceof OptionSpec && e.getValue() != null;
            throw LaunchFailure.usage(
                    badValue
                            ? "not a number: "
                                    + ((OptionSpec) e.getArgSpec()).names()[0]
                                    + " "
                                    + e.getValue()
                            : e.getMessage());
        }
    }

    private Settings settings(List<Part> parts) {
        boolean tagged = false;
        boolean verbose = false;
        int limit = defaultTimeLimit();
        String transport = null;
        BindTo bindTo = BindTo.AUTO;
        for (Part part : parts) {
            ParseResult found = part.options();
            tagged |= found.hasMatchedOption(Options.TAG);
            verbose |= found.hasMatchedOption(Options.VERBOSE);
            limit = found.matchedOptionValue(Options.TIMEOUT, limit);
            transport = found.matchedOptionValue(Options.TRANSPORT, transport);
            String bind = found.matchedOptionValue(Options.BIND, (String) null);
            bindTo = bind == null ? bindTo : bindTo(bind);
            if (found.hasMatchedOption(Options.MCA)) {
                List<String> pair = found.matchedOptionValue(Options.MCA, List.of());
                warnings.accept("--mca is an option of Open MPI and has no effect: " + pair);
            }
        }
        if (limit < 0) {
            throw LaunchFailure.usage("a time limit cannot be negative: -timeout=" + limit);
        }
        return new Settings(tagged, verbose, limit, transport, bindTo);
    }

    private int defaultTimeLimit() {
        String text = variables.getOrDefault("MPIEXEC_TIMEOUT", "");
        try {
            return text.isBlank() ? 0 : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw LaunchFailure.usage("not a number of seconds: MPIEXEC_TIMEOUT=" + text);
        }
    }

    private static BindTo bindTo(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "core", "hwthread" -> BindTo.CORE;
            case "none" -> BindTo.NONE;
            default ->
                    throw LaunchFailure.usage(
                            "ranks cannot be bound to '" + word + "'; choose core or none");
        };
    }

    private Segment segment(Part part, List<Part> parts) {
        int count = part.options().matchedOptionValue(Options.COUNT, 1);
        if (count < 1) {
            throw LaunchFailure.usage("at least one rank is needed: -n=" + count);
        }
        if (part.program().isEmpty()) {
            throw LaunchFailure.usage("no program given");
        }
        String directory = null;
        for (Part other : parts) {
            directory = other.options().matchedOptionValue(Options.GLOBAL_DIRECTORY, directory);
        }
        directory = part.options().matchedOptionValue(Options.DIRECTORY, directory);
        Path path = directory == null ? null : Path.of(directory).toAbsolutePath().normalize();
        if (path != null && !Files.isDirectory(path)) {
            throw LaunchFailure.usage("no such directory: -wdir=" + path);
        }
        return new Segment(
                count,
                part.jvmWords(),
                part.classPath(),
                part.program(),
                environment(part, parts),
                path);
    }

    private Environment environment(Part part, List<Part> parts) {
        Map<String, String> added = new LinkedHashMap<>();
        Set<String> inherited = null;
        for (Part other : parts) {
            inherited = inherited(other.options(), Options.GLOBAL_NONE, Options.GLOBAL_LIST, inherited);
            addPairs(other.options(), Options.GLOBAL_VARIABLE, added);
        }
        inherited = inherited(part.options(), Options.NONE, Options.LIST, inherited);
        addPairs(part.options(), Options.VARIABLE, added);
        for (String word : part.options().matchedOptionValue(Options.EXPORT, List.<String>of())) {
            addExported(word, added);
        }
        return new Environment(inherited, added);
    }

    private static Set<String> inherited(
            ParseResult found, String none, String list, Set<String> otherwise) {
        Set<String> names = found.hasMatchedOption(none) ? new HashSet<>() : otherwise;
        String text = found.matchedOptionValue(list, (String) null);
        if (text == null) {
            return names;
        }
        Set<String> listed = new HashSet<>(names == null ? Set.of() : names);
        listed.addAll(Arrays.asList(text.split(",")));
        return listed;
    }

    private static void addPairs(ParseResult found, String option, Map<String, String> added) {
        List<String> words = found.matchedOptionValue(option, List.of());
        for (int i = 0; i + 1 < words.size(); i += 2) {
            checkName(words.get(i));
            added.put(words.get(i), words.get(i + 1));
        }
    }

    private void addExported(String word, Map<String, String> added) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        checkName(name);
        if (equals >= 0) {
            added.put(name, word.substring(equals + 1));
        } else if (variables.containsKey(name)) {
            added.put(name, variables.get(name));
        } else {
            warnings.accept("-x names a variable that is not set: " + name);
        }
    }

    private static void checkName(String name) {
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw LaunchFailure.usage("not the name of an environment variable: '" + name + "'");
        }
    }

    /** Whether the words ask for help (or the version) before any program. */
    boolean asks(List<String> words, String... names) {
        int at = 0;
        while (at < words.size() && isOption(words.get(at))) {
            String word = words.get(at);
            if (Arrays.asList(names).contains(oneDash(word))) {
                return true;
            }
            at += 1 + valuesOf(word);
        }
        return false;
    }

    /** The help page. */
    String help() {
        return new CommandLine(Options.specification()).getUsageMessage();
    }
}
