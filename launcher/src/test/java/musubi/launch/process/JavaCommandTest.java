package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.program.Installation;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class JavaCommandTest {
    private static final String GRANT = "--enable-native-access=ALL-UNNAMED";

    private static List<String> nativeAccess(Map<String, String> variables, String... options) {
        return nativeAccess(List.of("Program"), variables, options);
    }

    private static List<String> nativeAccess(
            List<String> program, Map<String, String> variables, String... options) {
        Installation musubi = new Installation(Path.of("no-such-home"), List.of());
        return new JavaCommand(musubi, variables, false)
                .command(List.of(options), "classes", program).stream()
                        .filter(word -> word.contains("native-access"))
                        .toList();
    }

    @Test
    void shouldGrantNativeAccess() {
        assertEquals(List.of(GRANT), nativeAccess(Map.of(), "-Xmx1g"));
    }

    @Test
    void shouldGrantNativeAccessToMusubisModulesWhenTheProgramIsAModule() {
        String all = GRANT + ",musubi.core,musubi.shm,musubi.tcp";
        assertEquals(List.of(all), nativeAccess(List.of("-m", "my/Main"), Map.of(), "-p", "mods"));
        assertEquals(List.of(all), nativeAccess(List.of("--module=my/Main"), Map.of()));
    }

    @Test
    void shouldLeaveTheDecisionToTheUserWhenThereIsOne() {
        String deny = "--illegal-native-access=deny";
        assertEquals(List.of(deny), nativeAccess(Map.of(), deny));
        String other = "--enable-native-access=some.module";
        assertEquals(List.of(other), nativeAccess(Map.of(), other));
        assertEquals(List.of(), nativeAccess(Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g " + deny)));
        assertEquals(List.of(), nativeAccess(Map.of("JDK_JAVA_OPTIONS", other)));
    }

    @Test
    void shouldStartAJvmThatOnlyPrintsItsVersion() {
        assertEquals(List.of(GRANT), nativeAccess(List.of(), Map.of(), "-version"));
    }

    @Test
    void shouldLetTheUserChooseTheThresholdsOfCompilation() {
        Installation musubi = new Installation(Path.of("no-such-home"), List.of());
        String own = "-XX:CompileThresholdScaling=1";
        List<String> crowded =
                new JavaCommand(musubi, Map.of(), false, "", true)
                        .command(List.of(own), "classes", List.of("Program"));
        int given = crowded.indexOf("-XX:CompileThresholdScaling=2");
        assertTrue(given > 0 && given < crowded.indexOf(own), crowded::toString);
        List<String> roomy =
                new JavaCommand(musubi, Map.of(), false)
                        .command(List.of(), "classes", List.of("Program"));
        assertFalse(roomy.toString().contains("Threshold"), roomy::toString);
    }
}
