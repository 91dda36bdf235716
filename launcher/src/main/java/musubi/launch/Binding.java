package musubi.launch;

import musubi.launch.LaunchPlan.BindTo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which processor each rank is bound to: the i-th rank to the i-th processor that mpiexec itself
 * may use, round robin, different cores before two hardware threads of one.
 *
 * <p>Thread rule: immutable.
 */
final class Binding {
    private static final Path OWN_STATUS = Path.of("/proc/self/status");
    private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final List<Integer> processors;

    private Binding(List<Integer> processors) {
        this.processors = processors;
    }

    /** The binding of a job of this many ranks. */
    static Binding of(BindTo bindTo, int ranks) {
        if (bindTo == BindTo.NONE) {
            return new Binding(List.of());
        }
        if (RankProcess.find("taskset") == null) {
            if (bindTo == BindTo.CORE) {
                throw LaunchFailure.of(
                        "ranks cannot be bound: the program taskset (util-linux) is not on the"
                                + " PATH; install it, or choose --bind-to none",
                        null);
            }
            return new Binding(List.of());
        }
        List<Integer> allowed = allowedProcessors();
        boolean enough = ranks <= allowed.size();
        return new Binding(bindTo == BindTo.CORE || enough ? coresFirst(allowed) : List.of());
    }

    /** The words to put before the command of this local rank; none when it is not bound. */
    List<String> prefix(int localRank) {
        if (processors.isEmpty()) {
            return List.of();
        }
        int processor = processors.get(localRank % processors.size());
        return List.of("taskset", "-c", Integer.toString(processor));
    }

    private static List<Integer> allowedProcessors() {
        try {
            for (String line : Files.readAllLines(OWN_STATUS, StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(ALLOWED)) {
                    return parseList(line.substring(ALLOWED.length()).strip());
                }
            }
        } catch (IOException e) {
            // Not Linux: nothing to bind to.
            return List.of();
        }
        return List.of();
    }

    /** The numbers of a list such as {@code 0-3,8,10-11}. */
    static List<Integer> parseList(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : text.split(",")) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static List<Integer> coresFirst(List<Integer> allowed) {
        List<Integer> cores = new ArrayList<>();
        List<Integer> siblings = new ArrayList<>();
        List<Integer> taken = new ArrayList<>();
        for (int processor : allowed) {
            List<Integer> core = siblingsOf(processor);
            boolean first = core.stream().noneMatch(taken::contains);
            (first ? cores : siblings).add(processor);
            taken.add(processor);
        }
        cores.addAll(siblings);
        return cores;
    }

    private static List<Integer> siblingsOf(int processor) {
        Path file = PROCESSORS.resolve("cpu" + processor + "/topology/thread_siblings_list");
        try {
            return parseList(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException | NumberFormatException e) {
            return List.of(processor);
        }
    }
}
