package musubi.launch.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CpuTopologyTest {
    private static final List<Integer> EIGHT = List.of(0, 1, 2, 3, 4, 5, 6, 7);

    @TempDir private Path system;

    private void write(String file, String text) throws IOException {
        Path path = system.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    /** Two sockets, a NUMA node each, whose processors alternate; two threads a core. */
    private void writeTwoSockets() throws IOException {
        write("node/online", "0-1");
        write("node/node0/cpulist", "0,2,4,6");
        write("node/node1/cpulist", "1,3,5,7");
        for (int processor : EIGHT) {
            String folder = "cpu/cpu" + processor + "/topology/";
            write(folder + "thread_siblings_list", processor % 4 + "," + (processor % 4 + 4));
            write(folder + "physical_package_id", "" + processor % 2);
        }
    }

    @Test
    void shouldReadNodesSocketsAndCoresWhenSysfsHasThem() throws IOException {
        writeTwoSockets();
        CpuTopology machine = CpuTopology.read(system, EIGHT);
        assertEquals(List.of(List.of(0, 2, 4, 6), List.of(1, 3, 5, 7)), machine.numaNodes());
        assertEquals(List.of(List.of(0, 2, 4, 6), List.of(1, 3, 5, 7)), machine.sockets());
        assertEquals(
                List.of(List.of(0, 4), List.of(2, 6), List.of(1, 5), List.of(3, 7)),
                machine.cores());
    }

    @Test
    void shouldOmitProcessorsWhenMpiexecMayNotUseThem() throws IOException {
        writeTwoSockets();
        CpuTopology machine = CpuTopology.read(system, List.of(0, 2, 6));
        assertEquals(List.of(List.of(0, 2, 6)), machine.numaNodes());
        assertEquals(List.of(List.of(0, 2, 6)), machine.sockets());
        assertEquals(List.of(List.of(0), List.of(2, 6)), machine.cores());
    }

    @Test
    void shouldSkipNodesWhenTheyHaveNoProcessors() throws IOException {
        write("node/online", "0-1");
        write("node/node0/cpulist", "");
        write("node/node1/cpulist", "0-1");
        assertEquals(List.of(List.of(0, 1)), CpuTopology.read(system, List.of(0, 1)).numaNodes());
    }

    @Test
    void shouldTakeTheMachineAsOneWhenItHasNoInformation() {
        CpuTopology machine = CpuTopology.read(system, List.of(0, 1));
        assertEquals(List.of(List.of(0, 1)), machine.numaNodes());
        assertEquals(List.of(List.of(0, 1)), machine.sockets());
        assertEquals(List.of(List.of(0), List.of(1)), machine.cores());
        assertEquals(List.of(), CpuTopology.read(system, List.of()).cores());
    }

    @Test
    void shouldReadProcessorsWhenListedAsRanges() {
        assertEquals(List.of(0, 1, 2, 5, 8, 9), CpuTopology.parseList("0-2,5,8-9"));
        assertEquals(List.of(5), CpuTopology.parseList("5"));
    }
}
