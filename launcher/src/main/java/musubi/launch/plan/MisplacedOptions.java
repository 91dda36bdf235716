package musubi.launch.plan;

import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Hints on options that stand behind the name of the program, where they are its arguments. Only a
 * job of a single rank can have been meant otherwise, and only these words are hardly ever
 * arguments of a program that is started as one rank.
 */
final class MisplacedOptions {
    private static final Set<String> COUNTS = Set.of("-n", "-np", "--np");
    private static final Set<String> FILES =
            Set.of("-hostfile", "--hostfile", "-machinefile", "--machinefile");

    private MisplacedOptions() {}

    /** A hint for the first such word, or none. */
    static List<String> hints(LaunchPlan plan, List<CommandLinePart> programs) {
        List<String> hints = new ArrayList<>();
        if (plan.size() > 1 || programs.size() > 1 || hasCount(programs.getFirst())) {
            return hints;
        }
        List<String> words = programs.getFirst().program();
        for (int i = 1; i + 1 < words.size() && hints.isEmpty(); i++) {
            String word = words.get(i);
            boolean count = COUNTS.contains(word) && words.get(i + 1).matches("\\d+");
            if (count || FILES.contains(word)) {
                String both = word + " " + words.get(i + 1);
                hints.add(
                        "'%s' behind the program is its argument, and one rank starts; options of"
                                        .formatted(both)
                                + " mpiexec stand before the program (-n 1 or -q: no hint)");
            }
        }
        return hints;
    }

    private static boolean hasCount(CommandLinePart part) {
        return part.options().has(Option.COUNT);
    }
}
