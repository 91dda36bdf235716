package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.JvmOptions;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.program.RankProgram;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The programs of a shared JVM: whether they fit together, and the options of the JVM. */
final class SharedJvmPrograms {
    private static final String PROPERTY = "-D";

    private SharedJvmPrograms() {}

    /**
     * The programs as Java programs.
     *
     * @throws LaunchFailure for a program that is not Java, or for different JVM options
     */
    static List<RankProgram.Java> check(List<Segment> segments, List<RankProgram> programs) {
        List<RankProgram.Java> checked = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            String name = segments.get(i).program().getFirst();
            if (!(programs.get(i) instanceof RankProgram.Java one)) {
                throw LaunchFailure.usage("--pvas requires Java programs")
                        .with("program", name)
                        .advice("omit --pvas");
            }
            if (one.words().isEmpty() || JvmOptions.startsProgram(one.words().getFirst())) {
                throw LaunchFailure.usage("--pvas does not support modules")
                        .with("program", name)
                        .advice("name the class, with -cp");
            }
            checked.add(one);
            checkSame(checked.getFirst(), one);
            checkSame(segments.getFirst(), segments.get(i));
        }
        return checked;
    }

    private static void checkSame(RankProgram.Java first, RankProgram.Java other) {
        if (!withoutProperties(first).equals(withoutProperties(other))) {
            throw LaunchFailure.usage("--pvas requires equal JVM options for all programs")
                    .with("first", withoutProperties(first))
                    .with("other", withoutProperties(other))
                    .advice("only -D may differ");
        }
    }

    private static void checkSame(Segment first, Segment other) {
        if (!Objects.equals(first.directory(), other.directory())) {
            throw LaunchFailure.usage("--pvas requires one working directory for all programs")
                    .with("-wdir", first.directory())
                    .with("other -wdir", other.directory())
                    .advice("use one -wdir, or omit --pvas");
        }
    }

    private static List<String> withoutProperties(RankProgram.Java program) {
        return program.jvmOptions().stream().filter(word -> !word.startsWith(PROPERTY)).toList();
    }

    /** The options of the JVM: those of the first program, with the common properties. */
    static List<String> jvmOptions(List<RankProgram.Java> programs) {
        List<String> words = new ArrayList<>(programs.getFirst().jvmOptions());
        words.removeIf(
                word ->
                        word.startsWith(PROPERTY)
                                && !programs.stream().allMatch(p -> p.jvmOptions().contains(word)));
        return words;
    }

    /** The system properties among a program's options. */
    static Map<String, String> properties(RankProgram.Java program) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String word : program.jvmOptions()) {
            if (word.startsWith(PROPERTY)) {
                int equals = word.indexOf('=');
                String name = word.substring(2, equals < 0 ? word.length() : equals);
                properties.put(name, equals < 0 ? "" : word.substring(equals + 1));
            }
        }
        return properties;
    }
}
