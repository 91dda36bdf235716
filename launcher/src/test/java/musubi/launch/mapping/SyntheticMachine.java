package musubi.launch.mapping;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The files of {@code /sys/devices/system} for a machine of 2 sockets, each with 2 NUMA nodes of 4
 * cores with 2 hardware threads. A NUMA node has an L3 cache. The threads of core c are the
 * processors 2c and 2c + 1.
 */
public final class SyntheticMachine {
    /** All its processors. */
    public static final List<Integer> ALL = IntStream.range(0, 32).boxed().toList();

    private static final int PER_NODE = 8;
    private static final int PER_SOCKET = 16;

    private SyntheticMachine() {}

    /** Writes the files into a folder, and reads the topology of all processors. */
    public static CpuTopology in(Path system) throws IOException {
        write(system, "node/online", "0-3");
        for (int node = 0; node < 4; node++) {
            write(system, "node/node" + node + "/cpulist", block(node, PER_NODE));
        }
        for (int cpu : ALL) {
            String folder = "cpu/cpu" + cpu + "/";
            String core = block(cpu / 2, 2);
            write(system, folder + "topology/thread_siblings_list", core);
            write(system, folder + "topology/physical_package_id", "" + cpu / PER_SOCKET);
            cache(system, folder + "cache/index0/", "1", "Data", core);
            cache(system, folder + "cache/index1/", "1", "Instruction", core);
            cache(system, folder + "cache/index2/", "2", "Unified", core);
            String node = block(cpu / PER_NODE, PER_NODE);
            cache(system, folder + "cache/index3/", "3", "Unified", node);
        }
        return CpuTopology.read(system, ALL);
    }

    private static String block(int index, int size) {
        return index * size + "-" + (index * size + size - 1);
    }

    private static void cache(Path system, String folder, String level, String type, String cpus)
            throws IOException {
        write(system, folder + "level", level);
        write(system, folder + "type", type);
        write(system, folder + "shared_cpu_list", cpus);
    }

    private static void write(Path system, String file, String text) throws IOException {
        Path path = system.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }
}
