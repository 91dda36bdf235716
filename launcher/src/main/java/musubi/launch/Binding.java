package musubi.launch;

import musubi.launch.LaunchPlan.BindTo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which processors each rank may run on, of those that mpiexec itself may use. Unless the user
 * chooses, each rank gets its share of the cores: then the helper threads of its JVM have room, and
 * a second job on the machine meets the first one evenly on all cores.
 *
 * <p>Thread rule: immutable.
 */
final class Binding {
    private static final Path OWN_STATUS = Path.of("/proc/self/status");
    private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final List<String> lists;

    private Binding(List<String> lists) {
        this.lists = lists;
    }

    /** The binding of a job of this many ranks. */
    static Binding of(BindTo bindTo, int ranks) {
        boolean asked = bindTo == BindTo.CORE || bindTo == BindTo.HARDWARE_THREAD;
        if (bindTo == BindTo.NONE || !asked && ranks == 1) {
            return new Binding(List.of());
        }
        if (RankProcess.find("taskset") != null) {
            return new Binding(lists(bindTo, cores(allowedProcessors()), ranks));
        }
        if (asked) {
            throw LaunchFailure.of(
                    "ranks cannot be bound: the program taskset (util-linux) is not on the PATH;"
                            + " install it, or choose --bind-to none",
                    null);
        }
        return new Binding(List.of());
    }

    /**
     * What each rank is bound to, round robin; empty when ranks are not bound.
     *
     * @param cores the hardware threads of each core
     */
    static List<String> lists(BindTo bindTo, List<List<Integer>> cores, int ranks) {
        return switch (bindTo) {
            case NONE -> List.of();
            case CORE -> cores.stream().map(Binding::text).toList();
            case HARDWARE_THREAD -> oneByOne(cores);
            case AUTO -> ranks <= cores.size() ? shares(cores, ranks) : fitting(cores, ranks);
        };
    }

    private static List<String> shares(List<List<Integer>> cores, int ranks) {
        List<String> shares = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<Integer> share = new ArrayList<>();
            int end = (rank + 1) * cores.size() / ranks;
            for (int core = rank * cores.size() / ranks; core < end; core++) {
                share.addAll(cores.get(core));
            }
            shares.add(text(share));
        }
        return shares;
    }

    private static List<String> fitting(List<List<Integer>> cores, int ranks) {
        List<String> threads = oneByOne(cores);
        return ranks <= threads.size() ? threads : List.of();
    }

    /** All hardware threads, different cores before two of one core. */
    private static List<String> oneByOne(List<List<Integer>> cores) {
        List<String> threads = new ArrayList<>();
        boolean more = true;
        for (int i = 0; more; i++) {
            more = false;
            for (List<Integer> core : cores) {
                if (i < core.size()) {
                    threads.add(core.get(i).toString());
                    more = true;
                }
            }
        }
        return threads;
    }

    private static String text(List<Integer> processors) {
        return String.join(",", processors.stream().map(Object::toString).toList());
    }

    /** The words to put before the command of this local rank; none when it is not bound. */
    List<String> prefix(int localRank) {
        return prefix(RankRange.of(localRank));
    }

    /** The processors of this local rank, as a list of numbers; empty when it is not bound. */
    String processors(int localRank) {
        return lists.isEmpty() ? "" : lists.get(localRank % lists.size());
    }

    /** As {@link #prefix(int)}, for a process that runs these ranks. */
    List<String> prefix(RankRange localRanks) {
        if (lists.isEmpty()) {
            return List.of();
        }
        List<String> used = localRanks.numbers().mapToObj(this::processors).distinct().toList();
        return List.of("taskset", "-c", String.join(",", used));
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

    private static List<List<Integer>> cores(List<Integer> allowed) {
        List<List<Integer>> cores = new ArrayList<>();
        Set<Integer> left = new TreeSet<>(allowed);
        for (int processor : allowed) {
            if (left.contains(processor)) {
                List<Integer> core = new ArrayList<>(siblingsOf(processor));
                core.retainAll(left);
                left.removeAll(core);
                cores.add(core);
            }
        }
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
