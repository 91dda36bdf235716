package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.launch.hosts.RankRange;
import musubi.launch.plan.LaunchPlan.BindTo;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class BindingTest {
    private static final CpuTopology PLAIN =
            machine(List.of(List.of(0), List.of(1), List.of(2), List.of(3)));
    private static final CpuTopology TWO_THREADS = machine(List.of(List.of(0, 2), List.of(1, 3)));

    /** Two NUMA nodes in one socket. */
    private static CpuTopology machine(List<List<Integer>> cores) {
        List<List<Integer>> nodes = List.of(List.of(0, 2), List.of(1, 3));
        return new CpuTopology(cores, List.of(List.of(0, 1, 2, 3)), nodes);
    }

    private static List<String> processes(BindTo bindTo, CpuTopology machine, int ranks) {
        return jvms(bindTo, machine, ranks, 1);
    }

    private static List<String> jvms(
            BindTo bindTo, CpuTopology machine, int ranks, int ranksPerJvm) {
        return Binding.lists(
                bindTo,
                machine,
                RankRange.groups(IntStream.range(0, ranks).boxed().toList(), ranksPerJvm));
    }

    @Test
    void shouldShareTheCoresWhenNoBindingIsGiven() {
        assertEquals(List.of("0,1", "2,3"), processes(BindTo.AUTO, PLAIN, 2));
        assertEquals(List.of("0", "1", "2,3"), processes(BindTo.AUTO, PLAIN, 3));
        assertEquals(List.of("0", "1", "2", "3"), processes(BindTo.AUTO, PLAIN, 4));
        assertEquals(List.of("0,2", "1,3"), processes(BindTo.AUTO, TWO_THREADS, 2));
        assertEquals(List.of("0", "1", "2", "3"), processes(BindTo.AUTO, TWO_THREADS, 4));
    }

    @Test
    void shouldNotBindWhenRanksExceedTheHardwareThreads() {
        assertEquals(List.of(), processes(BindTo.AUTO, PLAIN, 5));
        assertEquals(List.of(), processes(BindTo.AUTO, TWO_THREADS, 5));
        RankRange alone = RankRange.of(0);
        assertEquals(List.of(), Binding.of(BindTo.AUTO, List.of(alone)).prefix(alone));
    }

    @Test
    void shouldBindAsRequestedWhenABindingIsGiven() {
        assertEquals(List.of("0,2", "1,3"), processes(BindTo.CORE, TWO_THREADS, 9));
        assertEquals(
                List.of("0", "1", "2", "3"), processes(BindTo.HARDWARE_THREAD, TWO_THREADS, 2));
        assertEquals(List.of(), processes(BindTo.NONE, PLAIN, 2));
        assertEquals(List.of("0,1,2,3", "0,1,2,3"), processes(BindTo.SOCKET, PLAIN, 2));
    }

    @Test
    void shouldPlaceConsecutiveRanksOnOneNodeWhenBoundToNuma() {
        assertEquals(List.of("0,2"), processes(BindTo.NUMA_NODE, PLAIN, 1));
        assertEquals(List.of("0,2", "1,3"), processes(BindTo.NUMA_NODE, PLAIN, 2));
        assertEquals(
                List.of("0,2", "0,2", "0,2", "1,3", "1,3"), processes(BindTo.NUMA_NODE, PLAIN, 5));
    }

    @Test
    void shouldKeepTheRanksOfAJvmOnOneNumaNodeWhenThereAreJvmsEnough() {
        assertEquals(
                List.of("0,2", "0,2", "0,2", "0,2", "1,3"), jvms(BindTo.NUMA_NODE, PLAIN, 5, 2));
        assertEquals(List.of("0,2", "0,2", "1,3", "1,3"), jvms(BindTo.NUMA_NODE, PLAIN, 4, 4));
    }
}
