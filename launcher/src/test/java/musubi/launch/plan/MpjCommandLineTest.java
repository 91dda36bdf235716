package musubi.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.options.CommandLinePart;
import musubi.launch.plan.LaunchPlan.Segment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class MpjCommandLineTest {
    private final List<String> warnings = new ArrayList<>();

    @TempDir private Path folder;

    private MpjCommandLine line(String... words) {
        return MpjCommandLine.of(List.of(words), Map.of(), warnings::add);
    }

    private LaunchPlan plan(String... words) {
        List<CommandLinePart> parts = line(words).parts();
        return new CommandLineParser(Map.of(), warnings::add).plan(parts, parts);
    }

    private static String wrong(LaunchFailure failure) {
        assertEquals(ExitCode.USAGE, failure.exitCode());
        return failure.getMessage();
    }

    @Test
    void shouldPrependRankSizeAndDeviceWhenArgumentsFollow() {
        LaunchPlan plan = plan("-np", "3", "Main", "a", "-np", "b");
        assertEquals(3, plan.size());
        for (int rank = 0; rank < 3; rank++) {
            Segment segment = plan.segments().get(rank);
            assertEquals(
                    List.of("Main", "" + rank, "3", "smpdev", "a", "-np", "b"), segment.program());
            assertEquals("1", segment.environment().added().get("MUSUBI_MPJ_ARGS"));
        }
    }

    @Test
    void shouldPassTheDeviceWhenItIsGiven() {
        for (String device : new String[] {"niodev", "hybdev", "mxdev", "native"}) {
            Segment segment = plan("-np", "1", "-dev", device, "Main").segments().getFirst();
            assertEquals(List.of("Main", "0", "1", device), segment.program());
        }
        String message =
                wrong(assertThrows(LaunchFailure.class, () -> plan("-dev", "other", "Main")));
        assertTrue(message.contains("-dev=other"), message);
    }

    @Test
    void shouldRunAJarWhenItIsGiven() {
        Segment segment = plan("-np", "2", "-jar", "x.jar", "a").segments().get(1);
        assertEquals(List.of("-jar", "x.jar", "1", "2", "smpdev", "a"), segment.program());
    }

    @Test
    void shouldAppendTheCurrentDirectoryWhenAClassPathIsGiven() {
        assertEquals("a:b.jar:.", plan("-cp", "a:b.jar", "Main").segments().getFirst().classPath());
        assertEquals(".", plan("Main").segments().getFirst().classPath());
        assertEquals(
                "lib/*:.", plan("-classpath", "lib/*", "Main").segments().getFirst().classPath());
    }

    @Test
    void shouldPassOptionsToTheJvmWhenTheyAreUnknown() {
        Segment segment =
                plan("-Xmx64m", "-np", "1", "-Dkey=v", "--add-opens", "a/b=c", "-ea", "Main")
                        .segments()
                        .getFirst();
        assertEquals(
                List.of("-Xmx64m", "-Dkey=v", "--add-opens", "a/b=c", "-ea"), segment.jvmOptions());
    }

    @Test
    void shouldAcceptOptionsWhenTheyHaveNoEffect() {
        LaunchPlan plan =
                plan(
                        "-psl",
                        "128",
                        "-dport",
                        "4000",
                        "-src",
                        "-profile",
                        "-mpjport",
                        "1",
                        "-yarn",
                        "-amMem",
                        "512",
                        "-np",
                        "2",
                        "Main");
        assertEquals(2, plan.size());
        assertTrue(plan.segments().getFirst().jvmOptions().isEmpty());
        assertEquals(1, warnings.size());
    }

    @Test
    void shouldSetAPortPerRankWhenDebugging() {
        LaunchPlan plan = plan("-np", "2", "-debug", "24500", "Main");
        assertTrue(plan.segments().get(0).jvmOptions().getFirst().endsWith("address=24500"));
        assertTrue(plan.segments().get(1).jvmOptions().getFirst().endsWith("address=24502"));
    }

    @Test
    void shouldAcceptOptionsOfMpiexecWhenTheyHaveTwoDashes() {
        LaunchPlan plan =
                plan("--pvas", "--transport", "tcp", "--timeout=7", "--env", "N=V", "Main");
        assertTrue(plan.settings().pvas());
        assertEquals("tcp", plan.settings().transport());
        assertEquals(7, plan.settings().timeLimitSeconds());
        assertEquals("V", plan.segments().getFirst().environment().added().get("N"));
    }

    @Test
    void shouldReadTheMachinesWhenTheDeviceIsForClusters() throws IOException {
        Path machines = Files.writeString(folder.resolve("machines"), "no.such.host.example\n");
        String file = machines.toString();
        LaunchPlan here = plan("-np", "1", "-machinesfile", file, "Main");
        assertTrue(LocalHost.is(here.placement().hosts().getFirst().name()));
        LaunchPlan there = plan("-dev", "niodev", "-machinesfile", file, "Main");
        assertEquals("no.such.host.example", there.placement().hosts().getFirst().name());
        Files.writeString(machines, "localhost\n");
        assertEquals(3, plan("-np", "3", "-dev", "niodev", "-machinesfile", file, "Main").size());
    }

    @Test
    void shouldResolveClassesInTheWorkingDirectoryWhenOneIsGiven() throws IOException {
        Files.createDirectory(folder.resolve("classes"));
        String path =
                plan("-wdir", folder.toString(), "-cp", "classes", "Main")
                        .segments()
                        .getFirst()
                        .classPath();
        assertEquals(folder.resolve("classes") + ":.", path);
    }

    @Test
    void shouldNameTheProblemWhenTheCommandLineIsWrong() {
        assertTrue(
                wrong(assertThrows(LaunchFailure.class, () -> plan("-np", "0", "Main")))
                        .contains("-np=0"));
        assertTrue(
                wrong(assertThrows(LaunchFailure.class, () -> plan("-np", "x", "Main")))
                        .contains("-np=x"));
        assertTrue(
                wrong(assertThrows(LaunchFailure.class, () -> plan("-np", "2")))
                        .contains("no class"));
        assertTrue(wrong(assertThrows(LaunchFailure.class, () -> plan("-np"))).contains("needs"));
        assertTrue(line("-h").isHelpRequested());
    }
}
