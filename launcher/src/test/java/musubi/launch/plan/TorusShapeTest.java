package musubi.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

class TorusShapeTest {
    private static Map<String, String> variables(String... words) {
        LaunchPlan plan = new CommandLineParser(Map.of(), warning -> {}).read(List.of(words));
        return plan.segments().getLast().environment().added();
    }

    @Test
    void shouldPassTheShapeWhenItIsGiven() {
        assertEquals("4x2m", variables("--torus", "4x2m", "-n", "8", "A").get(TorusShape.VARIABLE));
        String[] parts = {"-n", "1", "--torus=3", "A", ":", "-n", "2", "B"};
        assertEquals("3", variables(parts).get(TorusShape.VARIABLE));
        assertEquals("8@4x2", variables("--torus=8@4x2", "-n", "8", "A").get(TorusShape.VARIABLE));
        assertFalse(variables("-n", "8", "A").containsKey(TorusShape.VARIABLE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4x3",
                "4x2x",
                "8,1",
                "0x8",
                "99999x99999x99999x99999",
                "16x12x16",
                "8@9",
                "8@"
            })
    void shouldRejectAShapeWhenItIsMalformedOrOfAnotherSize(String shape) {
        LaunchFailure failure =
                assertThrows(
                        LaunchFailure.class, () -> variables("--torus", shape, "-n", "8", "A"));
        assertTrue(failure.getMessage().contains("--torus=" + shape), failure.getMessage());
    }
}
