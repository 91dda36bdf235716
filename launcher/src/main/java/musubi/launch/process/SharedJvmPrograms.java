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

/** Whether programs can share a JVM, and which options it then gets. */
final class SharedJvmPrograms {
    private static final String PROPERTY = "-D";

    private SharedJvmPrograms() {}

    /**
     * The programs, as programs for the JVM.
     *
     * @throws LaunchFailure when one is not, or when they need different JVMs
     */
    static List<RankProgram.Java> check(List<Segment> segments, List<RankProgram> programs) {
        List<RankProgram.Java> checked = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            String name = segments.get(i).program().getFirst();
            if (!(programs.get(i) instanceof RankProgram.Java one)) {
                throw LaunchFailure.usage(
                        "with --pvas ranks share JVMs, so each program must be Java: program="
                                + name
                                + "; leave --pvas out");
            }
            if (one.words().isEmpty() || JvmOptions.startsProgram(one.words().getFirst())) {
                throw LaunchFailure.usage(
                        "--pvas takes programs from the class path only, not modules: program="
                                + name
                                + "; name its class, with -cp");
            }
            checked.add(one);
            checkSame(checked.getFirst(), one);
            checkSame(segments.getFirst(), segments.get(i));
        }
        return checked;
    }

    private static void checkSame(RankProgram.Java first, RankProgram.Java other) {
        if (!withoutProperties(first).equals(withoutProperties(other))) {
            throw LaunchFailure.usage(
                    "with --pvas ranks share JVMs, so options must be the same for all programs: "
                            + withoutProperties(first)
                            + " and "
                            + withoutProperties(other)
                            + "; only -D may differ");
        }
    }

    private static void checkSame(Segment first, Segment other) {
        if (!Objects.equals(first.directory(), other.directory())) {
            throw LaunchFailure.usage(
                    "with --pvas ranks share JVMs, and a JVM has one working directory: -wdir="
                            + first.directory()
                            + " and -wdir="
                            + other.directory()
                            + "; use one -wdir for all programs, or leave --pvas out");
        }
    }

    private static List<String> withoutProperties(RankProgram.Java program) {
        return program.jvmOptions().stream().filter(word -> !word.startsWith(PROPERTY)).toList();
    }

    /** The JVM's options: those of the first program, with the properties that all have. */
    static List<String> jvmOptions(List<RankProgram.Java> programs) {
        List<String> words = new ArrayList<>(programs.getFirst().jvmOptions());
        words.removeIf(
                word ->
                        word.startsWith(PROPERTY)
                                && !programs.stream().allMatch(p -> p.jvmOptions().contains(word)));
        return words;
    }

    /** The system properties that a program's options set. */
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
