package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.JvmOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory of a machine, and the heaps of its JVMs. */
class MemoryShareTest {
    private static final long GIB = 1L << 30;

    @TempDir private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    private static MemoryShare share(long gib, int jvms, int ranks) {
        return new MemoryShare(new MachineMemory(gib * GIB, 0, "machine"), jvms, ranks);
    }

    @Test
    void shouldReadTheMemoryOfTheMachineWhenNoGroupLimitsIt() throws IOException {
        write("proc/meminfo", "MemTotal:       8388608 kB\nMemFree: 1 kB\nSwapTotal:  1048576 kB");
        write("proc/self/cgroup", "0::/user.slice");
        write("sys/fs/cgroup/user.slice/memory.max", "max");
        assertEquals(new MachineMemory(8 * GIB, GIB, "machine"), MachineMemory.read(root));
    }

    @Test
    void shouldReadTheLeastLimitWhenGroupsHaveSome() throws IOException {
        write("proc/meminfo", "MemTotal: 8388608 kB\nSwapTotal: 1048576 kB");
        write("proc/self/cgroup", "0::/pod/one");
        write("sys/fs/cgroup/pod/one/memory.max", "max");
        write("sys/fs/cgroup/pod/memory.max", "" + 2 * GIB);
        assertEquals(new MachineMemory(2 * GIB, 0, "control group"), MachineMemory.read(root));
        write("proc/self/cgroup", "4:memory:/job/step\n0::/");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        write("sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "" + GIB);
        assertEquals(new MachineMemory(GIB, 0, "control group"), MachineMemory.read(root));
        write("proc/self/cgroup", "0::/../../outside");
        assertEquals("machine", MachineMemory.read(root).source());
    }

    @Test
    void shouldKnowNoLimitWhenTheSystemTellsNone() {
        MachineMemory unknown = MachineMemory.read(root);
        assertEquals(0, unknown.bytes());
        MemoryShare share = new MemoryShare(unknown, 4096, 4096);
        assertDoesNotThrow(share::check);
        assertEquals("", share.heapOption());
    }

    @Test
    void shouldLimitTheHeapsWhenTheirDefaultsExceedTheMemory() {
        for (int jvms = 1; jvms <= 3; jvms++) {
            assertEquals("", share(10, jvms, jvms).heapOption());
        }
        assertEquals("-Xmx2048m", share(10, 4, 4).heapOption());
        assertEquals("-Xmx1024m", share(10, 8, 8).heapOption());
        assertEquals("-Xmx2048m", share(10, 4, 64).heapOption());
        assertEquals("", share(10, 1, 64).heapOption());
        assertEquals("-Xmx16m", share(1, 1000, 1000).heapOption());
        assertEquals("", share(512, 8, 8).heapOption(), "the default is at most 32 GiB");
        assertEquals("-Xmx26214m", share(512, 16, 16).heapOption());
    }

    @Test
    void shouldRefuseRanksWhenEvenIdleOnesDoNotFit() {
        assertDoesNotThrow(share(3, 102, 102)::check);
        LaunchFailure failure = assertThrows(LaunchFailure.class, share(3, 103, 103)::check);
        for (String part :
                List.of(
                        "ranks=103",
                        "needed at least=3.0 GiB",
                        "memory of the machine=3.0 GiB",
                        "swap=0 MiB",
                        "--pvas",
                        "2 MiB")) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
        assertDoesNotThrow(share(3, 1, 1024)::check);
        failure = assertThrows(LaunchFailure.class, share(3, 100, 200)::check);
        assertTrue(failure.getMessage().contains("raise --ranks-per-jvm"), failure.getMessage());
        MachineMemory swapping = new MachineMemory(3 * GIB, GIB, "machine");
        assertDoesNotThrow(new MemoryShare(swapping, 103, 103)::check);
    }

    @Test
    void shouldLeaveTheHeapToTheUserWhenAnOptionSetsIt() {
        for (String word :
                List.of("-Xmx1g", "-Xms9g", "-XX:MaxRAMPercentage=5", "-XX:MaxHeapSize=1g", "@a")) {
            assertTrue(JvmOptions.chooseHeap(List.of("-Dx=1", word)), word);
        }
        assertFalse(JvmOptions.chooseHeap(List.of("-Dx=-Xmx1g", "-Xss1m", "-XX:+UseSerialGC")));
    }
}
