package musubi.launch.mapping;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.ArgumentFile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rank file of Open MPI: lines {@code rank 0=host slot=1:0-2}. A slot list has cores ({@code
 * 0-3}), cores of a socket ({@code 1:0-2}, {@code 1:*}), or hardware threads by their number in
 * Linux ({@code p0,p4}).
 */
public final class RankFile {
    private static final Pattern LINE =
            Pattern.compile("rank\\s+([0-9]{1,6})\\s*=\\s*(\\S+)(?:\\s+slots?\\s*=\\s*(\\S.*))?");
    private static final Pattern PART =
            Pattern.compile("(?:([0-9]{1,4}):)?([pP]?)(\\*|[0-9]{1,5}(?:-[0-9]{1,5})?)");

    private RankFile() {}

    /**
     * The line of a rank.
     *
     * @param host a name, or an index in the list of hosts such as {@code +n1}
     * @param slots the slot list; {@code *} without one
     */
    public record Line(String host, String slots) {}

    /**
     * The lines of ranks 0, 1, 2, …
     *
     * @throws LaunchFailure if a line is malformed or a rank is missing
     */
    public static List<Line> read(Path file) {
        Map<Integer, Line> lines = new TreeMap<>();
        for (List<String> words : ArgumentFile.lines(file, "the ranks")) {
            String text = String.join(" ", words);
            Matcher matcher = LINE.matcher(text);
            if (!matcher.matches()) {
                throw wrong("not a line of a rank file", file, text);
            }
            String slots = matcher.group(3) == null ? "*" : matcher.group(3).replace(" ", "");
            for (String part : slots.split(",", -1)) {
                if (!PART.matcher(part).matches()) {
                    throw wrong("not a slot list", file, text);
                }
            }
            int rank = Integer.parseInt(matcher.group(1));
            if (lines.put(rank, new Line(matcher.group(2), slots)) != null) {
                throw wrong("a rank has two lines", file, text);
            }
        }
        for (int rank = 0; rank < lines.size(); rank++) {
            if (!lines.containsKey(rank)) {
                throw LaunchFailure.usage("a rank has no line")
                        .with("rank", rank)
                        .with("rankfile", file)
                        .advice("number the ranks from 0 without gaps");
            }
        }
        return new ArrayList<>(lines.values());
    }

    private static LaunchFailure wrong(String what, Path file, String line) {
        return LaunchFailure.usage(what)
                .with("rankfile", file)
                .with("line", "'" + line + "'")
                .advice("write rank 0=HOST slot=0-3, slot=SOCKET:CORES or slot=p0,p1");
    }

    /** The processors of a slot list on this machine. */
    static List<Integer> processors(String slots, CpuTopology machine, PlacementPolicy policy) {
        TreeSet<Integer> processors = new TreeSet<>();
        for (String part : slots.split(",")) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                throw LaunchFailure.of("not a slot list").with("slot", slots);
            }
            List<List<Integer>> parts = partsOf(matcher, slots, machine, policy);
            for (int index : indices(matcher.group(3), parts.size())) {
                if (index >= parts.size() || parts.get(index).isEmpty()) {
                    throw missing(slots, machine);
                }
                processors.addAll(parts.get(index));
            }
        }
        return List.copyOf(processors);
    }

    private static List<List<Integer>> partsOf(
            Matcher part, String slots, CpuTopology machine, PlacementPolicy policy) {
        if (!part.group(2).isEmpty()) {
            return byNumber(machine.processors());
        }
        List<List<Integer>> cores = machine.parts(policy.cpu());
        if (part.group(1) == null) {
            return cores;
        }
        int socket = Integer.parseInt(part.group(1));
        if (socket >= machine.sockets().size()) {
            throw missing(slots, machine);
        }
        List<Integer> inside = machine.sockets().get(socket);
        return cores.stream().filter(core -> inside.containsAll(core)).toList();
    }

    /** A part for each number; those between the usable processors are empty. */
    private static List<List<Integer>> byNumber(List<Integer> usable) {
        List<List<Integer>> parts = new ArrayList<>();
        int end = usable.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        for (int number = 0; number < end; number++) {
            parts.add(usable.contains(number) ? List.of(number) : List.of());
        }
        return parts;
    }

    private static List<Integer> indices(String text, int size) {
        String list = text.equals("*") ? "0-" + (size - 1) : text;
        return size == 0 ? List.of(0) : CpuTopology.parseList(list);
    }

    private static LaunchFailure missing(String slots, CpuTopology machine) {
        return LaunchFailure.of("the rank file names processors that this machine lacks")
                .with("slot", slots)
                .with("sockets", machine.sockets().size())
                .with("cores", machine.cores().size())
                .with("processors", LocalMapping.text(machine.processors()))
                .advice("use those that mpiexec --display topo shows");
    }
}
