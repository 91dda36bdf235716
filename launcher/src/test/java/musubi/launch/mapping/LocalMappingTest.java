package musubi.launch.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The processors of ranks on a machine of 2 sockets x 2 NUMA nodes x 4 cores x 2 hardware threads.
 * The results of Hydra's options are those of Hydra 4.0.2 on the same machine.
 */
class LocalMappingTest {
    @TempDir static Path directory;

    private static CpuTopology machine;

    @BeforeAll
    static void createMachine() throws IOException {
        machine = SyntheticMachine.in(directory.resolve("system"));
    }

    private static PlacementPolicy policy(String options) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.add("Program");
        return PlacementOptions.of(CommandLinePart.cut(words).options());
    }

    /** The processors of each rank, as lists with ranges. */
    private static String bound(int ranks, String options) {
        return bound(machine, ranks, options);
    }

    private static String bound(CpuTopology machine, int ranks, String options) {
        List<List<Integer>> processes =
                IntStream.range(0, ranks).mapToObj(rank -> List.of(rank)).toList();
        List<String> lists = new ArrayList<>();
        for (List<Integer> list : LocalMapping.of(policy(options), machine, processes)) {
            lists.add(ranges(list));
        }
        return String.join(" ", lists);
    }

    private static String ranges(List<Integer> list) {
        List<Integer> sorted = list.stream().sorted().toList();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sorted.size(); i++) {
            int first = i;
            while (i + 1 < sorted.size() && sorted.get(i + 1) == sorted.get(i) + 1) {
                i++;
            }
            text.append(text.isEmpty() ? "" : ",").append(sorted.get(first));
            text.append(first == i ? "" : "-" + sorted.get(i));
        }
        return text.isEmpty() ? "-" : text.toString();
    }

    private static void assertRefused(int ranks, String options, String... parts) {
        LaunchFailure failure =
                assertThrows(LaunchFailure.class, () -> bound(ranks, options), options);
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
    }

    @Test
    void shouldBindToTheMappedPartWhenNoBindingIsGiven() {
        assertEquals("0-15 16-31 0-15 16-31", bound(4, "--map-by socket"));
        assertEquals("0-15 16-31 0-15", bound(3, "--map-by package"));
        assertEquals("0-7 8-15 16-23 24-31 0-7", bound(5, "--map-by numa"));
        assertEquals("0-7 8-15 16-23 24-31 0-7", bound(5, "-map-by l3cache"));
        assertEquals("0-1 2-3 4-5", bound(3, "--map-by l2cache"));
        assertEquals("0-1 2-3 4-5", bound(3, "--map-by core"));
        assertEquals("0 1 2", bound(3, "--map-by hwthread"));
        assertEquals("0-15 16-31", bound(2, "--bysocket"));
        assertEquals("0-1 2-3", bound(2, "--bycore"));
    }

    @Test
    void shouldBindToSmallerPartsWhenBothAreGiven() {
        assertEquals("0-1 16-17 2-3 18-19 4-5 20-21", bound(6, "-bind-to core -map-by socket"));
        assertEquals("0 2 4 6 8 10", bound(6, "-bind-to hwthread -map-by core"));
        assertEquals("0-7 8-15 16-23 24-31", bound(4, "-bind-to numa -map-by socket:2"));
        assertEquals("0-15 0-15 16-31 16-31", bound(4, "--map-by numa --bind-to socket"));
        assertEquals("- -", bound(2, "--map-by socket --bind-to none"));
        assertEquals("0-31 0-31", bound(2, "--map-by core --bind-to board"));
    }

    @Test
    void shouldBindToSeveralPartsWhenHydraCountsThem() {
        assertEquals("0-1 2-3 4-5 6-7 8-9 10-11", bound(6, "-bind-to core"));
        assertEquals("0-3 4-7 8-11 12-15", bound(4, "-bind-to core:2"));
        assertEquals("0-2 3-5 6-8 9-11", bound(4, "-bind-to hwthread:3"));
        assertEquals("0-15 16-31 0-15", bound(3, "-bind-to numa:2"));
    }

    @Test
    void shouldBindToListedProcessorsWhenTheOptionHasThem() {
        assertEquals("0 1 2 3", bound(4, "-bind-to rr"));
        assertEquals("0,2 1,4 3 -", bound(4, "-bind-to user:0+2,1+4,3"));
        assertEquals("0,4,8 0,4,8", bound(2, "--cpu-list 0,4,8"));
        assertEquals("0 4 8", bound(3, "--cpu-list 0,4,8 --bind-to cpu-list:ordered"));
        assertEquals("0 4 5", bound(3, "--map-by pe-list=0,4-5:ordered"));
        assertEquals("0,4-5 0,4-5", bound(2, "--map-by pe-list=0,4-5"));
        assertEquals("8-9 10-11", bound(2, "--cpu-set 8-11 --bind-to core"));
        assertEquals("8-11", bound(1, "--cpu-set 8-11"));
        assertEquals("8-9 10-11", bound(2, "--cpu-set 8-11"));
        assertRefused(1, "-bind-to user:0+99", "may not use", "99", "available=0,1");
        assertRefused(1, "--cpu-set 30-40", "may not use", "--cpu-set=30-40");
        assertRefused(1, "-bind-to user:a", "not a list of processors", "'a'");
        assertRefused(1, "--bind-to cpu-list", "--cpu-list 0,2,4");
    }

    @Test
    void shouldGiveEachRankItsCoresWhenPeIsGiven() {
        assertEquals("0-3 4-7 8-11", bound(3, "--map-by slot:PE=2"));
        assertEquals("0-5 16-21 6-11 22-27", bound(4, "--map-by socket:PE=3"));
        assertEquals("0-3 4-7", bound(2, "--cpus-per-proc 2"));
        assertEquals("0-1 2-3", bound(2, "--map-by slot:PE=2:HWTCPUS"));
        assertEquals("0-1 2-3", bound(2, "--map-by slot:PE=2 --bind-to hwthread"));
        assertEquals("0-3 4-7 16-19", bound(3, "--map-by ppr:2:socket:PE=2"));
        assertRefused(9, "--map-by numa:PE=2", "PE=2", "cores=4", "lower PE");
        assertRefused(1, "--map-by core:PE=2", "PE=2", "cores=1");
        assertRefused(1, "--map-by hwthread:PE=2", "numa:PE=2");
        assertRefused(1, "--map-by slot:PE=0", "at least one core");
        assertRefused(1, "--map-by slot:PE=2 --bind-to socket", "--bind-to core with PE");
    }

    @Test
    void shouldFillPartsWhenRanksPerPartAreGiven() {
        assertEquals("0-15 0-15 16-31 16-31", bound(4, "--map-by ppr:2:socket"));
        assertEquals("0-15 16-31", bound(2, "--npersocket 1"));
        assertEquals("0-7 8-15 16-23 24-31", bound(4, "--ppr 1:numa"));
        assertEquals("0-1 2-3 16-17", bound(3, "--map-by ppr:2:socket --bind-to core"));
        assertRefused(3, "--map-by ppr:1:socket", "ranks=3", "ppr:1:socket", "at most 2");
        assertRefused(3, "--map-by ppr:x:socket", "ppr:N:PART");
        assertRefused(3, "--map-by ppr:0:socket", "ppr:N:PART");
        assertRefused(3, "--map-by ppr:2", "ppr:N:PART");
    }

    @Test
    void shouldNumberRanksWhenRankByIsGiven() {
        assertEquals("0-15 16-31 0-15 16-31", bound(4, "--map-by socket --rank-by slot"));
        assertEquals("0-15 0-15 16-31 16-31", bound(4, "--map-by socket --rank-by core"));
        assertEquals("0-15 0-15 16-31 16-31", bound(4, "--map-by socket --rank-by fill"));
        assertEquals("0-7 16-23 8-15 24-31 0-7 8-15", bound(6, "--map-by numa --rank-by socket"));
        assertRefused(1, "--rank-by moon", "unknown part", "moon");
        assertRefused(1, "--rank-by slot:moon", "unknown modifier");
    }

    @Test
    void shouldUseItsProcessorsOnlyWhenTheLauncherIsRestricted() {
        CpuTopology part = CpuTopology.read(machine.system(), List.of(4, 5, 6, 16));
        assertEquals("4-6 16 4-6", bound(part, 3, "--map-by socket"));
        assertEquals("4-5 6 16 4-5", bound(part, 4, "--bind-to core"));
    }

    @Test
    void shouldRefuseWhenThePartDoesNotExist() {
        assertRefused(1, "--bind-to l4cache", "part=l4cache", ":if-supported");
        assertEquals("- -", bound(2, "--bind-to l4cache:if-supported"));
        assertRefused(1, "--map-by dist:mlx4_0", "distance to a device", "--cpu-set");
        assertRefused(1, "-bind-to gpu0", "distance to a device");
        assertRefused(1, "--bind-to moon", "--bind-to=moon", "choose hwthread, core");
        assertRefused(1, "--bind-to core:moon", "unknown modifier", "modifier=moon");
        assertRefused(1, "--map-by core:moon", "unknown modifier", "modifier=moon");
        assertRefused(1, "--map-by core --bysocket", "two mappings in one job", "-bysocket");
        assertRefused(1, "-membind interleave:0", "numactl --interleave=all");
        assertRefused(1, "-topolib moon", "-topolib=moon");
        assertRefused(1, "--display moon", "map, allocation, bind and topo");
    }

    @Test
    void shouldAcceptModifiersWhenTheyAskForTheDefault() {
        assertEquals("0-1 2-3", bound(2, "--map-by core:OVERSUBSCRIBE:INHERIT"));
        assertEquals("0-1 2-3", bound(2, "--bind-to core:overload-allowed"));
        assertEquals("0-15 16-31", bound(2, "-topolib hwloc -membind firsttouch --map-by socket"));
    }

    @Test
    void shouldLimitRanksOnAPartWhenOverloadIsForbidden() {
        assertEquals(16, bound(16, "--bind-to core:no-overload").split(" ").length);
        assertRefused(17, "--bind-to core:no-overload", "ranks=2", "cores=1", "no-overload");
    }

    @Test
    void shouldBindAsListedWhenARankFileIsGiven() throws IOException {
        Path file = directory.resolve("ranks");
        Files.writeString(
                file,
                "# ranks\nrank 1=a slot=1:0-1\nrank 0=a slot=0-1,3\nrank 2=+n0 slot=p5,p7\n"
                        + "rank 3=a slot=0:*\nrank 4=a\n");
        assertEquals("0-3,6-7 16-19 5,7 0-15 0-31", bound(5, "--rankfile " + file));
        assertEquals("0-1", bound(1, "-rf " + file + " --use-hwthread-cpus").replace(",3", ""));
        assertEquals("a", RankFile.read(file).getFirst().host());
        Files.writeString(file, "rank 0=a slot=2:0\n");
        assertRefused(1, "--map-by rankfile:file=" + file, "slot=2:0", "sockets=2");
        Files.writeString(file, "rank 0=a slot=16\n");
        assertRefused(1, "--rankfile " + file, "slot=16", "cores=16");
        for (String wrong :
                List.of("rank 1=a slot=0", "0=a", "rank 0=a slot=x", "rank 0=a cpu=1")) {
            Files.writeString(file, wrong);
            assertRefused(1, "--rankfile " + file, "rankfile=" + file);
        }
        Files.writeString(file, "rank 0=a\nrank 0=b\n");
        assertRefused(1, "--rankfile " + file, "two lines");
        assertRefused(1, "--map-by rankfile", "--rankfile FILE");
    }

    @Test
    void shouldReportBindingsInTheFormOfOpenMpi() {
        BindingReport report = new BindingReport(machine);
        assertEquals(
                "[vm:7] MCW rank 1 bound to socket 0[core 1[hwt 0-1]], socket 0[core 2[hwt 1]]:"
                        + " [../BB/.B/../../../../..][../../../../../../../..]",
                report.line("vm", 7, 1, List.of(2, 3, 5)));
        assertEquals(
                "[vm:7] MCW rank 0 is not bound (or bound to all available processors)",
                report.line("vm", 7, 0, List.of()));
        String text = report.topology("vm");
        assertTrue(text.contains("socket     1  processors 16,17,18,"), text);
        assertTrue(text.contains("l3cache    3  processors 24,25,"), text);
        assertEquals(1 + 1 + 2 + 4 + 4 + 16 + 16 + 16, text.lines().count(), text);
    }
}
