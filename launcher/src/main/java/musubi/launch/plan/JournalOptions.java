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

/** The options for journals, and what ranks get to write and read them. */
public final class JournalOptions {
    /** The setting {@code journal}. */
    static final String JOURNAL = "MUSUBI_JOURNAL";

    /**
     * What Chronicle Queue needs on JDK 25, and that it neither announces itself nor calls home nor
     * watches the disk.
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

    /** Sets what these options mean for all ranks. */
    static void addTo(ParsedOptions found, Map<String, String> added) {
        boolean journal = found.has(Option.JOURNAL);
        if (journal && found.has(Option.REPLAY)) {
            throw LaunchFailure.usage(
                    "a job is recorded or replayed, not both: --journal --replay");
        }
        if (!journal && (found.has(Option.JOURNAL_PAYLOAD) || found.has(Option.JOURNAL_LIMIT))) {
            throw LaunchFailure.usage(
                    "--journal-payload and --journal-limit belong to --journal DIR; add it");
        }
        if (found.has(Option.RANK) && !found.has(Option.REPLAY)) {
            throw LaunchFailure.usage("--rank belongs to --replay DIR; add it");
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
            throw LaunchFailure.usage("not a number of bytes: --journal-limit " + text);
        }
        return text;
    }

    /** Whether ranks with these variables have journals. */
    static boolean arePresent(Map<String, String> variables) {
        return variables.containsKey(JOURNAL) || variables.containsKey(REPLAY);
    }

    /** The number in the recorded job of a rank that is replayed alone; else 0. */
    static int singleReplayRank(Map<String, String> variables) {
        return Integer.parseInt(variables.getOrDefault(REPLAY_RANK, "0"));
    }

    /** A command line without these options. */
    public static List<String> without(List<String> words) {
        List<String> others = new ArrayList<>();
        List<String> rest = words;
        int colon;
        while ((colon = rest.indexOf(":")) >= 0) {
            addOthers(rest.subList(0, colon), others);
            others.add(":");
            rest = rest.subList(colon + 1, rest.size());
        }
        addOthers(rest, others);
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
