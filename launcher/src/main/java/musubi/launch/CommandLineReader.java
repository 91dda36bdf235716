package musubi.launch;

import musubi.launch.LaunchPlan.BindTo;
import musubi.launch.LaunchPlan.Environment;
import musubi.launch.LaunchPlan.Segment;
import musubi.launch.LaunchPlan.Settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads mpiexec's words into a {@link LaunchPlan}: cuts them at the colons, and each part into
 * options of mpiexec, options of the JVM, and the program with its arguments, which are left alone.
 */
final class CommandLineReader {
    private static final int MAX_RANKS = 4096;
    private static final String CLASS_PATH_PREFIX = "--class-path=";

    private final Map<String, String> variables;
    private final Consumer<String> warnings;

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
            OptionWords options, List<String> jvmWords, String classPath, List<String> program) {}

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

    /** Whether this option stands before any program. */
    boolean asks(List<String> words, Option option) {
        int colon = words.indexOf(":");
        return cut(colon < 0 ? words : words.subList(0, colon)).options().has(option);
    }

    private Part cut(List<String> words) {
        OptionWords own = new OptionWords();
        List<String> jvm = new ArrayList<>();
        String classPath = null;
        int at = 0;
        while (at < words.size() && isOption(words.get(at))) {
            String word = words.get(at++);
            List<String> values = valuesAfter(word, words.subList(at, words.size()));
            at += values.size();
            if (JvmWords.isClassPath(word)) {
                classPath = values.getFirst();
            } else if (word.startsWith(CLASS_PATH_PREFIX)) {
                classPath = word.substring(CLASS_PATH_PREFIX.length());
            } else if (JvmWords.isJvmOption(word)) {
                jvm.add(word);
                jvm.addAll(values);
            } else {
                int equals = word.indexOf('=');
                boolean joined = equals >= 0;
                own.add(
                        Option.named(joined ? word.substring(0, equals) : word),
                        joined ? List.of(word.substring(equals + 1)) : values);
            }
        }
        at += at < words.size() && words.get(at).equals("--") ? 1 : 0;
        return new Part(own, jvm, classPath, words.subList(at, words.size()));
    }

    private static boolean isOption(String word) {
        return word.length() > 1
                && word.charAt(0) == '-'
                && !word.equals("--")
                && !ProgramResolver.startsProgram(word);
    }

    private static List<String> valuesAfter(String word, List<String> rest) {
        int count = valueCount(word);
        if (count > rest.size()) {
            throw LaunchFailure.usage(
                    "option '" + word + "' needs " + count + (count == 1 ? " value" : " values"));
        }
        return rest.subList(0, count);
    }

    private static int valueCount(String word) {
        if (JvmWords.isClassPath(word) || JvmWords.takesNextWord(word)) {
            return 1;
        }
        if (JvmWords.isJvmOption(word) || word.startsWith(CLASS_PATH_PREFIX)) {
            return 0;
        }
        int equals = word.indexOf('=');
        Option option = Option.named(equals < 0 ? word : word.substring(0, equals));
        if (option == null || equals >= 0 && option.valueCount() != 1) {
            throw LaunchFailure.usage("unknown option '" + word + "'");
        }
        return equals < 0 ? option.valueCount() : 0;
    }

    private Settings settings(List<Part> parts) {
        boolean tagged = false;
        boolean verbose = false;
        int limit = defaultTimeLimit();
        String transport = null;
        BindTo bindTo = BindTo.AUTO;
        for (Part part : parts) {
            OptionWords found = part.options();
            tagged |= found.has(Option.TAG);
            verbose |= found.has(Option.VERBOSE);
            limit = found.number(Option.TIMEOUT, limit);
            transport = found.last(Option.TRANSPORT, transport);
            String bind = found.last(Option.BIND, null);
            bindTo = bind == null ? bindTo : bindTo(bind);
            if (found.has(Option.MCA)) {
                warnings.accept(
                        "--mca is an option of Open MPI and has no effect: "
                                + String.join(" ", found.all(Option.MCA)));
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
        return switch (word) {
            case "core", "hwthread" -> BindTo.CORE;
            case "none" -> BindTo.NONE;
            default ->
                    throw LaunchFailure.usage(
                            "ranks cannot be bound to '" + word + "'; choose core or none");
        };
    }

    private Segment segment(Part part, List<Part> parts) {
        int count = part.options().number(Option.COUNT, 1);
        if (count < 1) {
            throw LaunchFailure.usage("at least one rank is needed: -n=" + count);
        }
        if (part.program().isEmpty()) {
            throw LaunchFailure.usage("no program given");
        }
        String directory = null;
        for (Part other : parts) {
            directory = other.options().last(Option.GLOBAL_DIRECTORY, directory);
        }
        directory = part.options().last(Option.DIRECTORY, directory);
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
            OptionWords found = other.options();
            inherited = inherited(found, Option.GLOBAL_NONE, Option.GLOBAL_LIST, inherited);
            addPairs(found.all(Option.GLOBAL_VARIABLE), added);
        }
        inherited = inherited(part.options(), Option.NONE, Option.LIST, inherited);
        addPairs(part.options().all(Option.VARIABLE), added);
        for (String word : part.options().all(Option.EXPORT)) {
            addExported(word, added);
        }
        return new Environment(inherited, added);
    }

    private static Set<String> inherited(
            OptionWords found, Option none, Option list, Set<String> otherwise) {
        if (!found.has(none) && !found.has(list)) {
            return otherwise;
        }
        Set<String> names = new HashSet<>();
        for (String text : found.all(list)) {
            names.addAll(Arrays.asList(text.split(",")));
        }
        return names;
    }

    private static void addPairs(List<String> words, Map<String, String> added) {
        for (int i = 0; i < words.size(); i += 2) {
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
}
