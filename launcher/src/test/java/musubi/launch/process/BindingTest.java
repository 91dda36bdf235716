package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.hosts.RankRange;
import musubi.launch.mapping.CpuTopology;
import musubi.launch.mapping.PlacementOptions;
import musubi.launch.mapping.PlacementPolicy;
import musubi.launch.options.CommandLinePart;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

class BindingTest {
    private static final CpuTopology PLAIN =
            machine(List.of(List.of(0), List.of(1), List.of(2), List.of(3)));
    private static final CpuTopology TWO_THREADS = machine(List.of(List.of(0, 2), List.of(1, 3)));
    private static final String AUTO = "-v";
    private static final String NUMA = "--bind-to=numa";

    /** Two NUMA nodes in one socket. */
    private static CpuTopology machine(List<List<Integer>> cores) {
        List<List<Integer>> nodes = List.of(List.of(0, 2), List.of(1, 3));
        return new CpuTopology(cores, List.of(List.of(0, 1, 2, 3)), nodes, Path.of("absent"));
    }

    private static PlacementPolicy policy(String option) {
        return PlacementOptions.of(CommandLinePart.cut(List.of(option, "P")).options());
    }

    private static List<String> processes(String option, CpuTopology machine, int ranks) {
        return jvms(option, machine, ranks, 1);
    }

    /** The processors of each rank. */
    private static List<String> jvms(
            String option, CpuTopology machine, int ranks, int ranksPerJvm) {
        Binding binding = Binding.on(machine, policy(option), groups(ranks, ranksPerJvm));
        return IntStream.range(0, ranks)
                .mapToObj(rank -> binding.prefix(RankRange.of(rank)))
                .map(words -> words.isEmpty() ? "" : words.getLast())
                .toList();
    }

    private static List<RankRange> groups(int ranks, int ranksPerJvm) {
        return RankRange.groups(IntStream.range(0, ranks).boxed().toList(), ranksPerJvm);
    }

    @Test
    void shouldShareTheCoresWhenNoBindingIsGiven() {
        assertEquals(List.of("0,1", "2,3"), processes(AUTO, PLAIN, 2));
        assertEquals(List.of("0", "1", "2,3"), processes(AUTO, PLAIN, 3));
        assertEquals(List.of("0", "1", "2", "3"), processes(AUTO, PLAIN, 4));
        assertEquals(List.of("0,2", "1,3"), processes(AUTO, TWO_THREADS, 2));
        assertEquals(List.of("0", "1", "2", "3"), processes(AUTO, TWO_THREADS, 4));
    }

    @Test
    void shouldNotBindWhenRanksExceedTheHardwareThreads() {
        assertEquals(List.of("", "", "", "", ""), processes(AUTO, PLAIN, 5));
        assertEquals(List.of("", "", "", "", ""), processes(AUTO, TWO_THREADS, 5));
        RankRange alone = RankRange.of(0);
        assertEquals(List.of(), Binding.of(policy(AUTO), List.of(alone)).prefix(alone));
    }

    @Test
    void shouldBindAsRequestedWhenABindingIsGiven() {
        assertEquals(List.of("0,2", "1,3", "0,2"), processes("--bind-to=core", TWO_THREADS, 3));
        assertEquals(List.of("0", "1"), processes("--bind-to=hwthread", TWO_THREADS, 2));
        assertEquals(List.of("", ""), processes("--bind-to=none", PLAIN, 2));
        assertEquals(List.of("0,1,2,3", "0,1,2,3"), processes("--bind-to=socket", PLAIN, 2));
    }

    @Test
    void shouldPlaceConsecutiveRanksOnOneNodeWhenBoundToNuma() {
        assertEquals(List.of("0,2"), processes(NUMA, PLAIN, 1));
        assertEquals(List.of("0,2", "1,3"), processes(NUMA, PLAIN, 2));
        assertEquals(List.of("0,2", "0,2", "0,2", "1,3", "1,3"), processes(NUMA, PLAIN, 5));
    }

    @Test
    void shouldKeepTheRanksOfAJvmOnOneNumaNodeWhenThereAreJvmsEnough() {
        assertEquals(List.of("0,2", "0,2", "0,2", "0,2", "1,3"), jvms(NUMA, PLAIN, 5, 2));
        assertEquals(List.of("0,2", "0,2", "1,3", "1,3"), jvms(NUMA, PLAIN, 4, 4));
    }

    @Test
    void shouldBindAJvmToTheProcessorsOfAllItsRanks() {
        Binding binding = Binding.on(PLAIN, policy("--bind-to=core"), groups(2, 2));
        RankRange both = new RankRange(0, 2);
        assertEquals(List.of("taskset", "-c", "0,1"), binding.prefix(both));
        assertEquals("1", binding.ofThreads(1, both));
        assertEquals("", binding.ofThreads(1, RankRange.of(1)));
    }

    @Test
    void shouldReportEachRankWhenTheOptionAsksForIt() {
        List<RankRange> groups = groups(2, 2);
        Binding binding = Binding.on(TWO_THREADS, policy("--report-bindings"), groups);
        List<String> lines = binding.lines(groups.getFirst(), 5);
        assertEquals(2, lines.size());
        String end = ":5] MCW rank 1 bound to socket 0[core 1[hwt 0-1]]: [../BB]";
        assertTrue(lines.get(1).endsWith(end), lines::toString);
        assertEquals(List.of(), binding.machineTexts());
        assertEquals(
                List.of(), Binding.on(PLAIN, policy(AUTO), groups).lines(groups.getFirst(), 5));
    }
}
