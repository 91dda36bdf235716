package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.launch.LaunchPlan.BindTo;

import org.junit.jupiter.api.Test;

import java.util.List;

class BindingTest {
    private static final List<List<Integer>> PLAIN =
            List.of(List.of(0), List.of(1), List.of(2), List.of(3));
    private static final List<List<Integer>> TWO_THREADS = List.of(List.of(0, 2), List.of(1, 3));

    @Test
    void shouldShareTheCoresOutUnlessAsked() {
        assertEquals(List.of("0,1", "2,3"), Binding.lists(BindTo.AUTO, PLAIN, 2));
        assertEquals(List.of("0", "1", "2,3"), Binding.lists(BindTo.AUTO, PLAIN, 3));
        assertEquals(List.of("0", "1", "2", "3"), Binding.lists(BindTo.AUTO, PLAIN, 4));
        assertEquals(List.of("0,2", "1,3"), Binding.lists(BindTo.AUTO, TWO_THREADS, 2));
        assertEquals(List.of("0", "1", "2", "3"), Binding.lists(BindTo.AUTO, TWO_THREADS, 4));
    }

    @Test
    void shouldNotBindMoreRanksThanThereAreThreads() {
        assertEquals(List.of(), Binding.lists(BindTo.AUTO, PLAIN, 5));
        assertEquals(List.of(), Binding.lists(BindTo.AUTO, TWO_THREADS, 5));
        assertEquals(List.of(), Binding.of(BindTo.AUTO, 1).prefix(0));
    }

    @Test
    void shouldBindToWhatIsAskedFor() {
        assertEquals(List.of("0,2", "1,3"), Binding.lists(BindTo.CORE, TWO_THREADS, 9));
        assertEquals(
                List.of("0", "1", "2", "3"), Binding.lists(BindTo.HARDWARE_THREAD, TWO_THREADS, 2));
        assertEquals(List.of(), Binding.lists(BindTo.NONE, PLAIN, 2));
    }

    @Test
    void shouldReadListsOfProcessors() {
        assertEquals(List.of(0, 1, 2, 5, 8, 9), Binding.parseList("0-2,5,8-9"));
        assertEquals(List.of(5), Binding.parseList("5"));
    }
}
