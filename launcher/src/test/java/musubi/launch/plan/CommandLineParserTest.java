package musubi.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.HelpPage;
import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.BindPolicy;
import musubi.launch.mapping.PlacementPolicy;
import musubi.launch.options.Option;
import musubi.launch.output.StreamOptions;
import musubi.launch.output.StreamOptions.Form;
import musubi.launch.plan.LaunchPlan.Segment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;

class CommandLineParserTest {
    private final List<String> warnings = new ArrayList<>();

    @TempDir private Path directory;

    private LaunchPlan read(Map<String, String> variables, String... words) {
        return new CommandLineParser(variables, warnings::add).read(List.of(words));
    }

    private LaunchPlan read(String... words) {
        return read(Map.of(), words);
    }

    private Segment only(String... words) {
        List<Segment> segments = read(words).segments();
        assertEquals(1, segments.size());
        return segments.getFirst();
    }

    @Test
    void shouldSetTheRecordingDirectoryWhenItHasAValueOrNone() {
        Path here = Path.of("").toAbsolutePath();
        assertEquals(
                Map.of("MUSUBI_JFR", here.resolve("musubi-jfr").toString()),
                only("--jfr", "Main").environment().added());
        Segment named = only("-n", "2", "-jfr=/tmp/there", "Main", "x");
        assertEquals(Map.of("MUSUBI_JFR", "/tmp/there"), named.environment().added());
        assertEquals(List.of("Main", "x"), named.program());
        assertEquals(2, named.count());
        assertEquals(
                Map.of("MUSUBI_JFR", "/tmp/there", "MUSUBI_JFR_SETTINGS", "timeline"),
                only("--timeline=/tmp/there", "Main").environment().added());
    }

    @Test
    void shouldSetTheRankCountWhenAnyNameIsUsed() {
        for (String name : new String[] {"-n", "-np", "--n", "--np", "-c"}) {
            assertEquals(4, only(name, "4", "Main").count(), name);
        }
        assertEquals(4, only("--np=4", "Main").count());
        assertEquals(1, only("Main").count());
    }

    @Test
    void shouldKeepArgumentsWhenTheyFollowTheProgram() {
        Segment segment = only("-n", "2", "Main", "-n", "3", "--help", "-Dx=y", "--", "-l");
        assertEquals(List.of("Main", "-n", "3", "--help", "-Dx=y", "--", "-l"), segment.program());
        assertEquals(2, segment.count());
        assertTrue(segment.jvmOptions().isEmpty());
    }

    @Test
    void shouldSeparateOptionsWhenTheyBelongToTheJvm() {
        Segment segment =
                only(
                        "-Xmx1g",
                        "-n",
                        "2",
                        "-Dkey=value with space",
                        "-ea",
                        "--add-opens",
                        "java.base/java.io=ALL-UNNAMED",
                        "--enable-preview",
                        "-XX:+UseParallelGC",
                        "-verbose:gc",
                        "--add-modules=java.sql",
                        "-cp",
                        "a.jar:b",
                        "pkg.Main",
                        "x");
        assertEquals(
                List.of(
                        "-Xmx1g",
                        "-Dkey=value with space",
                        "-ea",
                        "--add-opens",
                        "java.base/java.io=ALL-UNNAMED",
                        "--enable-preview",
                        "-XX:+UseParallelGC",
                        "-verbose:gc",
                        "--add-modules=java.sql"),
                segment.jvmOptions());
        assertEquals("a.jar:b", segment.classPath());
        assertEquals(List.of("pkg.Main", "x"), segment.program());
    }

    @Test
    void shouldKeepArgumentsWhenTheProgramIsJava() {
        Segment segment = only("-n", "2", "java", "-cp", "x", "-Xmx1g", "Main", "arg");
        assertEquals(List.of("java", "-cp", "x", "-Xmx1g", "Main", "arg"), segment.program());
    }

    @Test
    void shouldStartTheProgramWhenTheJarOptionFollows() {
        Segment segment = only("-n", "2", "-Dx=1", "-jar", "app.jar", "-n", "9");
        assertEquals(List.of("-jar", "app.jar", "-n", "9"), segment.program());
        assertEquals(2, segment.count());
    }

    @Test
    void shouldSplitSegmentsWhenColonsSeparateThem() {
        LaunchPlan plan =
                read(
                        "-l", "-n", "3", "-genv", "G", "1", "A", "x", ":", "-n", "1", "-env", "E",
                        "2", "B");
        assertEquals(2, plan.segments().size());
        assertEquals(4, plan.size());
        assertEquals(Form.RANK, plan.settings().streams().form());
        Segment first = plan.segments().get(0);
        Segment second = plan.segments().get(1);
        assertEquals(3, first.count());
        assertEquals(List.of("A", "x"), first.program());
        assertEquals(Map.of("G", "1"), first.environment().added());
        assertEquals(1, second.count());
        assertEquals(Map.of("G", "1", "E", "2"), second.environment().added());
    }

    @Test
    void shouldSetVariablesWhenOptionsNameThem() {
        Map<String, String> outer = Map.of("HERE", "there", "PATH", "/bin");
        Segment segment =
                read(
                                outer,
                                "-x",
                                "HERE",
                                "-x",
                                "A=b=c",
                                "-env",
                                "OPTS",
                                "-Xmx1g",
                                "-genvlist",
                                "PATH,HOME",
                                "Main")
                        .segments()
                        .getFirst();
        assertEquals(
                Map.of("HERE", "there", "A", "b=c", "OPTS", "-Xmx1g"),
                segment.environment().added());
        assertEquals(Set.of("PATH", "HOME"), segment.environment().inherited());
        assertNull(only("Main").environment().inherited());
        assertEquals(Set.of(), only("-envnone", "Main").environment().inherited());
    }

    @Test
    void shouldWarnWhenAnExportedVariableIsNotSet() {
        read("-x", "NOT_SET", "Main");
        assertTrue(warnings.getFirst().contains("NOT_SET"));
    }

    @Test
    void shouldReadJobSettingsWhenAnyPartHasThem() {
        LaunchPlan plan =
                read("--transport", "tcp", "-timeout", "9", "--bind-to", "none", "-v", "Main");
        assertEquals("tcp", plan.settings().transport());
        assertEquals(9, plan.settings().timeLimitSeconds());
        assertEquals(BindPolicy.Kind.NONE, plan.settings().placementPolicy().bind().kind());
        assertTrue(plan.settings().verbose());
        assertEquals(StreamOptions.DEFAULT, plan.settings().streams());
        assertEquals(PlacementPolicy.DEFAULT, read("Main").settings().placementPolicy());
    }

    @Test
    void shouldPassAlgorithmsWhenCollIsGiven() {
        Segment segment =
                only(
                        "--coll",
                        "bcast=chain:segment=4096,allreduce=ring",
                        "-coll",
                        "scan=linear",
                        "A");
        assertEquals(
                Map.of("MUSUBI_COLL", "bcast=chain:segment=4096,allreduce=ring,scan=linear"),
                segment.environment().added());
        for (String wrong :
                List.of("bcast", "=chain", "bcast=", "bcast=chain,,", "a=b:segment=x")) {
            LaunchFailure failure =
                    assertThrows(LaunchFailure.class, () -> read("--coll", wrong, "A"));
            assertTrue(failure.getMessage().contains("kind=algorithm"), failure.getMessage());
        }
    }

    @Test
    void shouldUseTheTimeLimitOfTheEnvironmentWhenNoneIsGiven() {
        Map<String, String> outer = Map.of("MPIEXEC_TIMEOUT", "30");
        assertEquals(30, read(outer, "Main").settings().timeLimitSeconds());
        assertEquals(5, read(outer, "--timeout", "5", "Main").settings().timeLimitSeconds());
    }

    @Test
    void shouldUseTheGraceOfTheEnvironmentWhenItIsSet() {
        assertEquals(300, read("Main").settings().graceMs());
        Map<String, String> outer = Map.of("MUSUBI_LAUNCH_GRACE", "2000");
        assertEquals(2000, read(outer, "Main").settings().graceMs());
        for (String wrong : List.of("1s", "-1")) {
            Map<String, String> bad = Map.of("MUSUBI_LAUNCH_GRACE", wrong);
            LaunchFailure failure = assertThrows(LaunchFailure.class, () -> read(bad, "Main"));
            assertTrue(failure.getMessage().contains("MUSUBI_LAUNCH_GRACE=" + wrong));
        }
    }

    @Test
    void shouldWarnWhenAnOptionOfOpenMpiHasNoEffect() {
        read("--oversubscribe", "--allow-run-as-root", "-n", "2", "Main");
        assertTrue(warnings.isEmpty());
        read("--mca", "nothing", "1", "-n", "2", "Main");
        assertEquals(1, warnings.size());
    }

    @Test
    void shouldPreferTheCommandLineWhenAVariableSaysOtherwise() {
        Map<String, String> outer = Map.of("OMPI_MCA_btl", "tcp,self", "OMPI_MCA_foo", "1");
        assertEquals("tcp", read(outer, "Main").settings().transport());
        assertEquals("shm", read(outer, "--mca", "btl", "sm", "Main").settings().transport());
        assertEquals(2, warnings.size());
        assertTrue(warnings.getFirst().startsWith("OMPI_MCA_foo has no effect"));
    }

    @Test
    void shouldHintWhenTheNumberOfRanksIsBehindTheProgram() {
        read("Main", "x", "-np", "4");
        assertTrue(
                warnings.getFirst().startsWith("'-np 4' behind the program"), warnings::toString);
        warnings.clear();
        read("Main", "--hostfile", "f", "-n", "2");
        assertEquals(1, warnings.size());
        warnings.clear();
        read("-n", "1", "Main", "-n", "4");
        read("-q", "Main", "-n", "4");
        read("-n", "2", "Main", "-n", "4");
        read("-host", "localhost:2", "Main", "-n", "4");
        read("Main", "-n", "file", "--host", "x");
        read("Main", "-n", "4", ":", "Main");
        read("Main", "-n");
        assertEquals(List.of(), warnings);
    }

    @Test
    void shouldFindTheProgramWhenAPathIsGiven() throws IOException {
        Path tool = Files.writeString(directory.resolve("tool"), "");
        assertTrue(tool.toFile().setExecutable(true));
        Files.writeString(directory.resolve("text"), "");
        String path = "/none:" + directory;
        assertEquals(List.of(tool + "", "x"), only("-path", path, "tool", "x").program());
        assertEquals(List.of("text"), only("-path", path, "text").program());
        assertEquals(List.of("./tool"), only("-path", path, "./tool").program());
        List<Segment> two = read("-path", path, "A", ":", "tool").segments();
        assertEquals(List.of("tool"), two.get(1).program());
    }

    @Test
    void shouldCountRanksWhenHostsHaveSlots() {
        assertEquals(3, only("-ppn", "3", "Main").count());
        assertEquals(3, only("-N", "3", "Main").count());
        assertEquals(2, only("--npernode", "3", "-n", "2", "Main").count());
        assertEquals(4, only("-host", "localhost:3,127.0.0.1", "Main").count());
        assertEquals(1, only("--map-by", "core", "-q", "Main").count());
    }

    @Test
    void shouldReadHostFilesWhenWrittenForHydraOrOpenMpi() throws IOException {
        Path file = file("# mine\nlocalhost slots=3 max_slots=4\nlocalhost:2 # again\n");
        assertEquals(5, only("-hostfile", file.toString(), "Main").count());
        assertEquals(2, only("-f", file.toString(), "-n", "2", "Main").count());
    }

    @Test
    void shouldReadProgramsWhenAFileListsThem() throws IOException {
        Path file = file("# two programs\n-n 2 A 'x y' \\\n  z\n\n-env E 1 B : C\n");
        LaunchPlan plan = read("-l", "-genv", "G", "1", "-configfile", file.toString());
        assertEquals(3, plan.segments().size());
        assertEquals(List.of("A", "x y", "z"), plan.segments().getFirst().program());
        assertEquals(2, plan.segments().getFirst().count());
        assertEquals(Map.of("G", "1", "E", "1"), plan.segments().get(1).environment().added());
        assertEquals(Form.RANK, plan.settings().streams().form());
        assertWrong("beside -configfile", "-n", "2", "-configfile", file.toString());
        assertWrong("no program", "-configfile", file("# nothing").toString());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "words", ""), text);
    }

    @Test
    void shouldSuggestTheMostSimilarOptionWhenOneIsUnknown() {
        assertWrong("did you mean '--verbose'?", "--verbos", "Main");
        assertWrong("did you mean '-transport'?", "-trasnport", "tcp", "Main");
        assertWrong("did you mean '--timeout'?", "--timout=3", "Main");
        assertWrong("unknown option '-n4x'", "-n4x", "Main");
    }

    @Test
    void shouldPassAllVariablesWhenAProgramRequestsThem() {
        LaunchPlan plan = read("-genvnone", "A", ":", "-envall", "B");
        assertEquals(Set.of(), plan.segments().get(0).environment().inherited());
        assertNull(plan.segments().get(1).environment().inherited());
        assertNull(only("-genvall", "A").environment().inherited());
        Map<String, String> outer = Map.of("AB", "1", "AC", "2", "B", "3");
        Segment some = read(outer, "-envnone", "-x", "A*", "-env", "D=4", "A").segments().get(0);
        assertEquals(Map.of("AB", "1", "AC", "2", "D", "4"), some.environment().added());
    }

    @Test
    void shouldMakeTheDirectoryAbsoluteWhenItIsRelative() {
        Path path = only("-wdir", ".", "Main").directory();
        assertEquals(Path.of("").toAbsolutePath(), path);
    }

    @Test
    void shouldNameTheProblemWhenTheCommandLineIsWrong() {
        assertWrong("'-frob'", "-frob", "Main");
        assertWrong("'--frob=1'", "--frob=1", "Main");
        assertWrong("-n=four", "-n", "four", "Main");
        assertWrong("-n=0", "-n", "0", "Main");
        assertWrong("not a number: -n=Main", "-n", "Main");
        assertWrong("write -l", "-l=3", "Main");
        assertWrong("write --env N V", "--env=A=3", "Main");
        assertWrong("'-n' needs 1 value", "-n");
        assertWrong("'-env' needs 2 values", "-env", "A");
        assertWrong("no program", "-n", "2");
        assertWrong("no program", "-n", "2", "A", ":", "-n", "2");
        assertWrong("--bind-to=gpu", "--bind-to", "gpu", "A");
        assertWrong("-timeout=[3, 4]", "-timeout", "3", "A", ":", "-timeout", "4", "B");
        assertWrong("-timeout=x", "-timeout", "x", "A", ":", "-timeout", "3", "B");
        assertWrong("--launcher=pigeon", "--launcher", "pigeon", "A");
        assertWrong("--fan-out=0", "--fan-out", "0", "A");
        assertWrong("--key-broadcast=-1", "--key-broadcast", "-1", "A");
        assertTrue(read("--tls", "-n", "2", "A").remoteLaunch().tls());
        assertFalse(read("-n", "2", "A").remoteLaunch().tls());
        assertWrong("-ppn=0", "-ppn", "0", "A");
        assertWrong("file=/nowhere", "-hostfile", "/nowhere", "A");
        assertWrong("/nowhere", "-wdir", "/nowhere", "A");
        assertWrong("n=1000000", "-n", "1000000", "A");
    }

    private void assertWrong(String expected, String... words) {
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> read(words));
        assertEquals(ExitCode.USAGE, failure.exitCode());
        assertTrue(failure.getMessage().contains(expected), failure.getMessage());
    }

    @Test
    void shouldFindHelpWhenItPrecedesTheProgram() {
        CommandLineParser reader = new CommandLineParser(Map.of(), warnings::add);
        assertTrue(reader.hasOption(List.of("-n", "2", "--help"), Option.HELP));
        assertTrue(reader.hasOption(List.of("-h"), Option.HELP));
        assertFalse(reader.hasOption(List.of("-n", "2", "Main", "--help"), Option.HELP));
        assertTrue(reader.hasOption(List.of("--version", "Main"), Option.VERSION));
    }

    @Test
    void shouldDescribeEveryOptionWhenHelpIsPrinted() {
        String page = HelpPage.text();
        ResourceBundle texts = ResourceBundle.getBundle("musubi.launch.mpiexec");
        for (Option option : Option.values()) {
            assertTrue(texts.containsKey(option.dashedNames()[0].substring(1)), option.name());
            for (String name : option.dashedNames()) {
                assertTrue(page.contains(name), name);
            }
        }
    }

    @Test
    void shouldSetTheRanksPerJvmWhenPvasIsGiven() {
        assertEquals(0, read("-n", "9", "A").settings().ranksPerJvm());
        assertTrue(read("-pvas", "-n", "9", "A").settings().ranksPerJvm() >= 9);
        assertEquals(2, read("--pvas", "--ranks-per-jvm", "2", "A").settings().ranksPerJvm());
        assertEquals(3, read("-pvas", "A", ":", "-ranks-per-jvm=3", "B").settings().ranksPerJvm());
        assertWrong("add --pvas", "--ranks-per-jvm", "2", "A");
        assertWrong("at least one rank", "--pvas", "--ranks-per-jvm", "0", "A");
        assertWrong("not a number: --ranks-per-jvm=x", "--pvas", "--ranks-per-jvm", "x", "A");
    }
}
