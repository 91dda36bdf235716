package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

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
        assertFalse(thresholds(2, 2, 2).isEmpty());
        assertEquals(
                List.of("-XX:CompileThresholdScaling=1"),
                thresholds(2, 2, 2, "-XX:CompileThresholdScaling=1"));
        String command = "-XX:CompileCommand=CompileThresholdScaling,mine.*::*,2.0";
        assertEquals(List.of(command), thresholds(2, 2, 2, command));
    }

    @Test
    void shouldCompileLessWhenRanksAndCompilersShareCores() {
        String fewer = "-XX:CompileThresholdScaling=2";
        String ours = "-XX:CompileCommand=CompileThresholdScaling,musubi.*::*,3.0";
        String api = "-XX:CompileCommand=CompileThresholdScaling,mpi.*::*,3.0";
        assertEquals(List.of(), thresholds(1, 1, 2));
        assertEquals(List.of(), thresholds(2, 2, 4));
        assertEquals(List.of(fewer, ours, api), thresholds(2, 2, 2));
        assertEquals(List.of(fewer, ours, api), thresholds(3, 3, 4));
        assertEquals(List.of(fewer), thresholds(3, 3, 2));
        assertEquals(List.of(fewer), thresholds(1, 2, 2));
    }

    @Test
    void shouldCompileProgramsFirstOnlyWhenMessagesGoThroughSharedMemory() {
        MemoryShare share = new MemoryShare(MachineMemory.ofMachine(), 2, 2);
        List<String> fewer = List.of("-XX:CompileThresholdScaling=2");
        assertEquals(fewer, CompilerFlags.of(share, 2, 2, false));
        assertNotEquals(fewer, CompilerFlags.of(share, 2, 2, true));
    }

    private static List<String> thresholds(int jvms, int ranks, int cores, String... options) {
        Installation musubi = new Installation(Path.of("no-such-home"), List.of());
        MemoryShare share = new MemoryShare(MachineMemory.ofMachine(), jvms, ranks);
        List<String> flags = CompilerFlags.of(share, ranks, cores, true);
        return new JavaCommand(musubi, Map.of(), false, "", flags)
                .command(List.of(options), "classes", List.of("Program")).stream()
                        .filter(word -> word.contains("Threshold"))
                        .toList();
    }
}
