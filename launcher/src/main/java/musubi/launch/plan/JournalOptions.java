package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The options for journals, and the settings and JVM options that implement them. */
public final class JournalOptions {
    /** The setting {@code journal}. */
    static final String JOURNAL = "MUSUBI_JOURNAL";

    /**
     * Flags that Chronicle Queue needs on JDK 25, and that switch off its banner, analytics and
     * disk monitor.
     */
    public static final List<String> FLAGS =
            List.of(
                    "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                    "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                    "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                    "--add-opens=java.base/java.io=ALL-UNNAMED",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "--add-opens=java.base/java.util=ALL-UNNAMED",
                    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Dchronicle.analytics.disable=true",
                    "-Dchronicle.announcer.disable=true",
                    "-Dchronicle.disk.monitor.disable=true",
                    "-Dslf4j.internal.verbosity=ERROR");

    private static final String PAYLOAD = "MUSUBI_JOURNAL_PAYLOAD";
    private static final String LIMIT = "MUSUBI_JOURNAL_LIMIT";
    private static final String REPLAY = "MUSUBI_REPLAY";
    private static final String REPLAY_RANK = "MUSUBI_REPLAY_RANK";

    private static final Set<Option> OPTIONS =
            EnumSet.of(
                    Option.JOURNAL,
                    Option.JOURNAL_PAYLOAD,
                    Option.JOURNAL_LIMIT,
                    Option.REPLAY,
                    Option.RANK);

    private JournalOptions() {}

    /** Adds the variables of these options. */
    static void addTo(ParsedOptions found, Map<String, String> added) {
        boolean journal = found.has(Option.JOURNAL);
        if (journal && found.has(Option.REPLAY)) {
            throw LaunchFailure.usage("--journal and --replay exclude each other");
        }
        if (!journal && (found.has(Option.JOURNAL_PAYLOAD) || found.has(Option.JOURNAL_LIMIT))) {
            throw LaunchFailure.usage(
                    "--journal-payload and --journal-limit require --journal DIR");
        }
        if (found.has(Option.RANK) && !found.has(Option.REPLAY)) {
            throw LaunchFailure.usage("--rank requires --replay DIR");
        }
        if (found.has(Option.REPLAY)) {
            added.put(REPLAY, absolute(found.last(Option.REPLAY, "")));
        }
        if (found.has(Option.RANK)) {
            added.put(REPLAY_RANK, Integer.toString(found.number(Option.RANK, 0)));
        }
        if (journal) {
            added.put(JOURNAL, absolute(found.last(Option.JOURNAL, "")));
        }
        if (found.has(Option.JOURNAL_LIMIT)) {
            added.put(LIMIT, limit(found.last(Option.JOURNAL_LIMIT, "")));
        }
        if (found.has(Option.JOURNAL_PAYLOAD)) {
            added.put(PAYLOAD, "true");
        }
    }

    private static String absolute(String directory) {
        return Path.of(directory).toAbsolutePath().normalize().toString();
    }

    private static String limit(String text) {
        if (!text.matches("[0-9]{1,18}")) {
            throw LaunchFailure.usage("not a number of bytes").with("--journal-limit", text);
        }
        return text;
    }

    /** Whether these variables make ranks write or replay journals. */
    static boolean arePresent(Map<String, String> variables) {
        return variables.containsKey(JOURNAL) || variables.containsKey(REPLAY);
    }

    /** The rank of a single-rank replay; else 0. */
    static int singleReplayRank(Map<String, String> variables) {
        return Integer.parseInt(variables.getOrDefault(REPLAY_RANK, "0"));
    }

    /** The command line without these options. */
    public static List<String> without(List<String> words) {
        List<String> others = new ArrayList<>();
        for (List<String> part : CommandLinePart.split(words)) {
            addOthers(part, others);
            others.add(":");
        }
        others.removeLast();
        return others;
    }

    private static void addOthers(List<String> part, List<String> others) {
        int program = part.size() - CommandLinePart.cut(part).program().size();
        int at = 0;
        while (at < program) {
            String word = part.get(at++);
            int equals = word.indexOf('=');
            Option option = Option.named(equals < 0 ? word : word.substring(0, equals));
            if (!word.startsWith("-") || !OPTIONS.contains(option)) {
                others.add(word);
            } else if (equals < 0) {
                at += option.valueCount();
            }
        }
        others.addAll(part.subList(program, part.size()));
    }
}
