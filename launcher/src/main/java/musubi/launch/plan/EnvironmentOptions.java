package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;
import musubi.launch.plan.LaunchPlan.Environment;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Options for the environment variables of a program.
 *
 * @param variables the environment of mpiexec
 * @param warnings receives warnings that do not prevent the job
 */
record EnvironmentOptions(Map<String, String> variables, Consumer<String> warnings) {
    /** The setting {@code coll}. */
    private static final String ALGORITHMS = "MUSUBI_COLL";

    /** The setting {@code jfr}. */
    static final String RECORDING = "MUSUBI_JFR";

    /** The setting {@code jfr.settings}. */
    private static final String RECORDED = "MUSUBI_JFR_SETTINGS";

    private static final String RECORDINGS = "musubi-jfr";

    /** The variables of this part, from its own options and the global ones of all parts. */
    Environment of(CommandLinePart part, List<CommandLinePart> parts) {
        Map<String, String> added = new LinkedHashMap<>();
        Set<String> inherited = null;
        if (TorusShape.of(parts) != null) {
            added.put(TorusShape.VARIABLE, TorusShape.of(parts));
        }
        for (CommandLinePart other : parts) {
            ParsedOptions found = other.options();
            inherited = inherited(found, Option.GLOBAL_NONE, Option.GLOBAL_LIST, inherited);
            inherited = found.has(Option.GLOBAL_ALL) ? null : inherited;
            addPairs(found.all(Option.GLOBAL_VARIABLE), added);
            if (found.has(Option.MEMORY_REPORT)) {
                added.put("MUSUBI_MEMORY_REPORT", "true");
            }
            addRecording(found, added);
            JournalOptions.addTo(found, added);
            found.all(Option.COLLECTIVES).forEach(word -> addAlgorithms(word, added));
        }
        inherited = inherited(part.options(), Option.NONE, Option.LIST, inherited);
        inherited = part.options().has(Option.ALL) ? null : inherited;
        addPairs(part.options().all(Option.VARIABLE), added);
        for (String word : part.options().all(Option.EXPORT)) {
            addExported(word, added);
        }
        return new Environment(inherited, added);
    }

    /** The directory of all recordings; the default is in the current directory. */
    private static void addRecording(ParsedOptions found, Map<String, String> added) {
        for (Option each : List.of(Option.JFR, Option.TIMELINE)) {
            if (found.has(each)) {
                String directory = found.last(each, RECORDINGS);
                added.put(RECORDING, Path.of(directory).toAbsolutePath().toString());
            }
        }
        if (found.has(Option.TIMELINE)) {
            added.put(RECORDED, "timeline");
        }
    }

    private static Set<String> inherited(
            ParsedOptions found, Option none, Option list, Set<String> otherwise) {
        if (!found.has(none) && !found.has(list)) {
            return otherwise;
        }
        Set<String> names = new HashSet<>();
        for (String text : found.all(list)) {
            names.addAll(Arrays.asList(text.split(",")));
        }
        return names;
    }

    /** Checks the form before anything starts; the ranks check the names. */
    private static void addAlgorithms(String word, Map<String, String> added) {
        for (String each : word.split(",", -1)) {
            if (!each.matches("\\s*[^=\\s]+=[^=:\\s]+(:[a-z]+=[0-9]+)*\\s*")) {
                throw LaunchFailure.usage("not an algorithm of a collective operation")
                        .with("--coll", word)
                        .with("entry", each)
                        .advice(
                                "write kind=algorithm or kind=algorithm:segment=BYTES, separated by"
                                        + " commas");
            }
        }
        added.merge(ALGORITHMS, word, (before, more) -> before + "," + more);
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
        } else if (name.endsWith("*")) {
            addAllLike(name.substring(0, name.length() - 1), added);
        } else if (variables.containsKey(name)) {
            added.put(name, variables.get(name));
        } else {
            warnings.accept("-x names a variable that is not set: " + name);
        }
    }

    private void addAllLike(String prefix, Map<String, String> added) {
        variables.forEach(
                (name, value) -> {
                    if (name.startsWith(prefix)) {
                        added.put(name, value);
                    }
                });
    }

    private static void checkName(String name) {
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw LaunchFailure.usage("not the name of an environment variable").with("name", name);
        }
    }
}
