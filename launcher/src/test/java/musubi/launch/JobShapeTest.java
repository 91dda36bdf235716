package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

class JobShapeTest {
    private static Map<String, String> variables(String... words) {
        LaunchPlan plan = new CommandLineReader(Map.of(), warning -> {}).read(List.of(words));
        return plan.segments().getLast().environment().added();
    }

    @Test
    void shouldTellAllRanksTheShape() {
        assertEquals("4x2m", variables("--torus", "4x2m", "-n", "8", "A").get(JobShape.VARIABLE));
        String[] parts = {"-n", "1", "--torus=3", "A", ":", "-n", "2", "B"};
        assertEquals("3", variables(parts).get(JobShape.VARIABLE));
        assertFalse(variables("-n", "8", "A").containsKey(JobShape.VARIABLE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4x3", "4x2x", "8,1", "0x8", "99999x99999x99999x99999", "16x12x16"})
    void shouldRefuseWhatIsNoShapeOfSoManyRanks(String shape) {
        LaunchFailure failure =
                assertThrows(
                        LaunchFailure.class, () -> variables("--torus", shape, "-n", "8", "A"));
        assertTrue(failure.getMessage().contains("--torus=" + shape), failure.getMessage());
    }

    private static String ofHosts(int... nodes) {
        int hosts = IntStream.of(nodes).max().orElse(0) + 1;
        List<HostSlots> slots =
                IntStream.range(0, hosts).mapToObj(host -> HostSlots.of("host" + host, 1)).toList();
        return JobShape.ofHosts(Placement.of(slots, nodes));
    }

    @Test
    void shouldTakeHostsTimesRanksWhenAllHaveAsMany() {
        assertEquals("3x2", ofHosts(0, 0, 1, 1, 2, 2));
        assertEquals("2x3", ofHosts(1, 1, 1, 0, 0, 0));
        assertEquals("2x3", ofHosts(0, 1, 2, 0, 1, 2));
        assertNull(ofHosts(0, 0, 0));
        assertNull(ofHosts(0, 1, 2));
        assertNull(ofHosts(0, 0, 1));
        assertNull(ofHosts(0, 0, 1, 1, 0, 0));
        assertNull(ofHosts(0, 1, 1, 0));
    }
}
