package musubi.launch.mapping;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The hardware threads that mpiexec may use, grouped by core, socket, NUMA node and cache. A group
 * is a list of processor numbers.
 *
 * @param cores the cores, ordered by NUMA node
 * @param sockets the processor packages
 * @param numaNodes the NUMA nodes
 * @param system the folder {@code /sys/devices/system}, for the caches
 */
public record CpuTopology(
        List<List<Integer>> cores,
        List<List<Integer>> sockets,
        List<List<Integer>> numaNodes,
        Path system) {
    private static final Path OWN_STATUS = Path.of("/proc/self/status");
    private static final int MAX_CACHES = 10;
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** The topology of this machine; empty on systems other than Linux. */
    public static CpuTopology ofMachine() {
        return read(Path.of("/sys/devices/system"), allowedProcessors());
    }

    /**
     * Reads the topology from sysfs. Without NUMA nodes or sockets in sysfs there is one.
     *
     * @param system the folder {@code /sys/devices/system}
     * @param allowed the usable hardware threads
     */
    public static CpuTopology read(Path system, List<Integer> allowed) {
        List<List<Integer>> nodes = new ArrayList<>();
        Set<Integer> left = new TreeSet<>(allowed);
        for (int node : list(system.resolve("node/online"))) {
            moveGroup(list(system.resolve("node/node" + node + "/cpulist")), left, nodes);
        }
        moveGroup(allowed, left, nodes);
        List<List<Integer>> cores = new ArrayList<>();
        left.addAll(allowed);
        for (List<Integer> node : nodes) {
            for (int processor : node) {
                Path siblings = ofProcessor(system, processor, "thread_siblings_list");
                moveGroup(list(siblings), left, cores);
                moveGroup(List.of(processor), left, cores);
            }
        }
        return new CpuTopology(cores, sockets(system, allowed), nodes, system);
    }

    /** The part of this machine that consists of these processors. */
    CpuTopology restrictedTo(List<Integer> some) {
        return read(system, processors().stream().filter(some::contains).toList());
    }

    /** All processors, NUMA node by NUMA node. */
    List<Integer> processors() {
        return numaNodes.stream().flatMap(List::stream).toList();
    }

    /** The number of parts of this kind. */
    public int count(Domain domain) {
        return parts(domain).size();
    }

    /** The parts of this kind; empty if the machine has none. */
    List<List<Integer>> parts(Domain domain) {
        return switch (domain.kind()) {
            case MACHINE -> numaNodes.isEmpty() ? List.of() : List.of(processors());
            case SOCKET -> sockets;
            case NUMA_NODE -> numaNodes;
            case CACHE -> caches(domain);
            case CORE -> cores;
            case HARDWARE_THREAD -> cores.stream().flatMap(List::stream).map(List::of).toList();
        };
    }

    private List<List<Integer>> caches(Domain domain) {
        List<List<Integer>> caches = new ArrayList<>();
        Set<Integer> left = new TreeSet<>(processors());
        for (int processor : processors()) {
            for (int index = 0; index < MAX_CACHES; index++) {
                Path cache = system.resolve("cpu/cpu" + processor + "/cache/index" + index);
                if (domain.isCache(text(cache, "level"), text(cache, "type"))) {
                    moveGroup(list(cache.resolve("shared_cpu_list")), left, caches);
                }
            }
        }
        return caches;
    }

    private static String text(Path folder, String file) {
        try {
            return Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            // No such cache.
            return "";
        }
    }

    /** Moves the members that are left into a group of their own. */
    private static void moveGroup(
            List<Integer> members, Set<Integer> left, List<List<Integer>> parts) {
        List<Integer> part = members.stream().filter(left::contains).toList();
        part.forEach(left::remove);
        if (!part.isEmpty()) {
            parts.add(part);
        }
    }

    private static List<List<Integer>> sockets(Path system, List<Integer> allowed) {
        TreeMap<Integer, List<Integer>> sockets = new TreeMap<>();
        for (int processor : allowed) {
            List<Integer> id = list(ofProcessor(system, processor, "physical_package_id"));
            int socket = id.isEmpty() ? 0 : id.getFirst();
            sockets.computeIfAbsent(socket, _ -> new ArrayList<>()).add(processor);
        }
        return List.copyOf(sockets.values());
    }

    private static Path ofProcessor(Path system, int processor, String name) {
        return system.resolve("cpu/cpu" + processor + "/topology/" + name);
    }

    private static List<Integer> list(Path file) {
        try {
            return parseList(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException | NumberFormatException e) {
            // Missing, or -1, as in some containers and virtual machines.
            return List.of();
        }
    }

    private static List<Integer> allowedProcessors() {
        try {
            for (String line : Files.readAllLines(OWN_STATUS, StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(ALLOWED)) {
                    return parseList(line.substring(ALLOWED.length()).strip());
                }
            }
        } catch (IOException e) {
            // Not Linux: no binding.
            return List.of();
        }
        return List.of();
    }

    /** The numbers of a list such as {@code 0-3,8,10-11}, ascending. */
    public static List<Integer> parseList(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : text.split(",")) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        numbers.sort(Comparator.naturalOrder());
        return numbers;
    }
}
