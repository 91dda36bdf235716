package musubi.launch.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.Installation;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** With a JDK that only writes files, in place of one that assembles caches. */
class ProgramCachesTest {
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "");

    private final List<String> reports = new ArrayList<>();

    @TempDir private Path directory;
    private Map<String, String> variables;
    private Path programs;
    private Path classes;
    private Path jar;
    private Path rankJar;

    @BeforeEach
    void makeProgram() throws IOException {
        variables = Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString());
        programs = directory.resolve("cache/musubi/programs");
        classes = Files.createDirectory(directory.resolve("classes"));
        Files.writeString(classes.resolve("Main.class"), "main");
        jar = Files.writeString(directory.resolve("lib.jar"), "jar");
        rankJar = Files.writeString(directory.resolve("rank.jar"), "rank");
    }

    private ProgramCaches caches(String... words) {
        List<String> all = new ArrayList<>(List.of("-v"));
        all.addAll(List.of(words));
        all.add("Main");
        LaunchPlan plan = new CommandLineParser(Map.of(), _ -> {}).read(all);
        Installation musubi = new Installation(directory, List.of(rankJar));
        return new ProgramCaches(plan, musubi, variables, directory.resolve("job"), reports::add);
    }

    private TrainedProgram program(String name, List<String> options) {
        return new TrainedProgram(name, options, "classes:lib.jar", directory);
    }

    private TrainedProgram main() {
        return program("Main", OPTIONS);
    }

    private void train(TrainedProgram program) throws Exception {
        finish(program, true, "");
    }

    /** Trains with a shell in place of the JVM that assembles. */
    private void finish(TrainedProgram program, boolean succeeded, String more) throws Exception {
        finish(program, succeeded, more, () -> false);
    }

    private void finish(
            TrainedProgram program, boolean succeeded, String more, BooleanSupplier stopped)
            throws Exception {
        ProgramCaches caches = caches("--train");
        CacheRecording recording = caches.record(program);
        write(recording.recording(), "-XX:AOTConfiguration=");
        String cache = value(recording.assembly(), "-XX:AOTCache=");
        String script = "echo some message; echo cache > \"$CACHE\"; " + more;
        recording.assembleBy(List.of("sh", "-c", script), Map.of("CACHE", cache));
        caches.finish(succeeded, stopped);
    }

    private static void write(RankCache cache, String option) throws IOException {
        Files.writeString(Path.of(value(cache, option)), "recorded");
    }

    private static String value(RankCache cache, String option) {
        return cache.options().stream()
                .filter(word -> word.startsWith(option))
                .map(word -> word.substring(option.length()))
                .findFirst()
                .orElseThrow();
    }

    private void assertNotFound(String reason) {
        reports.clear();
        assertNull(caches().find(main()));
        assertEquals(1, reports.size(), reports::toString);
        assertTrue(reports.getFirst().contains(reason), reports::toString);
    }

    @Test
    void shouldOnlyLookForTheFolderWhenNothingWasTrained() {
        assertNull(caches().find(main()));
        assertEquals(List.of(), reports);
        assertFalse(Files.exists(directory.resolve("cache")));
    }

    @Test
    void shouldFindTheCacheOfATrainedProgram() throws Exception {
        train(main());
        String report = reports.getFirst();
        RankCache found = caches().find(main());
        Path cache = Path.of(value(found, "-XX:AOTCache="));
        assertTrue(report.startsWith("trained Main: " + cache + " (1 MB)"), report);
        assertEquals("cache\n", Files.readString(cache));
        Path packed = cache.resolveSibling("0.jar");
        assertEquals(packed + ":" + jar, found.userPath());
        assertTrue(Files.exists(packed));
        assertEquals("rwx------", mode(programs));
        assertEquals("rwx------", mode(cache.getParent()));
        assertEquals(1, reports.size(), reports::toString);
        assertNotNull(caches().find(program("Main", List.of("-XX:+UseSerialGC", "-Xmx9m", "-Dx"))));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void shouldFindNoCacheWhenAnotherProgramWasTrained() throws Exception {
        train(program("Other", OPTIONS));
        assertNotFound("not trained with these JVM options and this class path");
        train(program("Main", List.of("-XX:+UseParallelGC")));
        assertNotFound("not trained");
    }

    @ParameterizedTest
    @ValueSource(strings = {"class", "new class", "jar", "older jar", "no jar", "cache"})
    void shouldFindNoCacheWhenSomethingHasChanged(String change) throws Exception {
        train(main());
        FileTime time = Files.getLastModifiedTime(jar);
        Path changed = change.contains("jar") ? jar : classes;
        switch (change) {
            case "class" -> Files.writeString(classes.resolve("Main.class"), "longer");
            case "new class" -> Files.writeString(classes.resolve("New.class"), "new");
            case "jar" -> Files.writeString(jar, "longer");
            case "older jar" ->
                    Files.setLastModifiedTime(jar, FileTime.from(time.toInstant().minusSeconds(1)));
            case "no jar" -> Files.delete(jar);
            default -> {
                changed = Path.of(value(caches().find(main()), "-XX:AOTCache="));
                Files.delete(changed);
            }
        }
        assertNotFound(
                change.equals("no jar")
                        ? "not trained"
                        : changed + " has changed since the training; run mpiexec --train again");
    }

    @Test
    void shouldFindNoCacheWhenMusubiHasChanged() throws Exception {
        train(main());
        Files.writeString(rankJar, "another build");
        assertNotFound("not trained");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "of the program"})
    void shouldFindNoCacheWhenOthersMayWriteIt(String which) throws Exception {
        train(main());
        Path cache = Path.of(value(caches().find(main()), "-XX:AOTCache="));
        Path folder = which.isEmpty() ? programs : cache.getParent().getParent();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
        assertNotFound("0700");
        LaunchFailure refused =
                assertThrows(LaunchFailure.class, () -> caches("--train").record(main()));
        assertTrue(refused.getMessage().contains("0700"), refused.getMessage());
    }

    @Test
    void shouldLeaveTheChoiceToOptionsOfTheUser() throws Exception {
        List<String> own = List.of("-XX:AOTCache=mine");
        train(main());
        assertNull(caches().find(program("Main", own)));
        assertNull(caches().find(program("-m", OPTIONS)));
        ProgramCaches training = caches("--train");
        assertThrows(LaunchFailure.class, () -> training.record(program("Main", own)));
        assertThrows(LaunchFailure.class, () -> training.record(program("-m", OPTIONS)));
        assertThrows(LaunchFailure.class, () -> caches("--train", "--journal", "j").record(main()));
    }

    @Test
    void shouldMakeNoCacheWhenTheJobFails() throws Exception {
        finish(main(), false, "");
        assertEquals(List.of("no AOT cache of Main: the job failed"), reports);
        assertNotFound("not trained");
        try (var left = Files.list(programs)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void shouldReportTheMessagesOfTheJvmWhenItFails() throws Exception {
        finish(main(), true, "exit 3");
        assertEquals(
                List.of("no AOT cache of Main: the JVM failed with exit code 3\n  some message"),
                reports);
        assertNotFound("not trained");
    }

    @Test
    void shouldMakeNoCacheWhenAClassChangesDuringTheTraining() throws Exception {
        finish(main(), true, "echo x >> '" + classes.resolve("Main.class") + "'");
        assertEquals(
                List.of("no AOT cache of Main: " + classes + " has changed meanwhile"), reports);
        assertNotFound("not trained");
    }

    @Test
    void shouldMakeNoCacheWhenTheUserEndsMpiexec() throws Exception {
        finish(main(), true, "exec sleep 600", () -> true);
        assertEquals(List.of("no AOT cache of Main: ended by a signal"), reports);
        assertNotFound("not trained");
    }

    @Test
    void shouldKeepTheFormerCacheWhenTheNextTrainingFails() throws Exception {
        train(main());
        RankCache former = caches().find(main());
        finish(main(), true, "exit 1");
        assertEquals(former, caches().find(main()));
        train(main());
        assertTrue(Files.exists(Path.of(value(former, "-XX:AOTCache="))), "for starting jobs");
    }

    @Test
    void shouldRecordOnceWhenProgramsAreTheSame() {
        ProgramCaches caches = caches("--train");
        assertNotNull(caches.record(main()));
        assertNull(caches.record(main()));
        assertNotNull(caches.record(program("Other", OPTIONS)));
        caches.discard();
    }

    @Test
    void shouldRemoveTheLeastRecentlyUsedWhenThereAreTooMany() throws Exception {
        for (int i = 0; i < 3; i++) {
            train(program("Main" + i, OPTIONS));
        }
        ProgramFolder folder = ProgramFolder.of(variables);
        for (Path own : folder.programs()) {
            boolean second = ProgramFolder.stamp(own).program().equals("Main1");
            Files.setLastModifiedTime(own.resolve("stamp"), FileTime.fromMillis(second ? 1 : 2));
        }
        assertNotNull(caches().find(program("Main0", OPTIONS)));
        folder.prune(2);
        assertNull(caches().find(program("Main1", OPTIONS)));
        folder.prune(1);
        assertNull(caches().find(program("Main2", OPTIONS)));
        assertNotNull(caches().find(program("Main0", OPTIONS)));
    }

    @Test
    void shouldListAndRemoveCaches() throws Exception {
        train(main());
        assertTrue(list().matches("(?s)/.*/program.aot  1 MB  2\\d{3}-.*  Main\n"), list());
        Files.writeString(jar, "longer");
        assertTrue(list().endsWith("  Main  (changed: " + jar + ")\n"), list());
        assertEquals(1, new ProgramList(variables).remove());
        assertEquals("no program has been trained: " + programs + "\n", list());
        assertFalse(Files.exists(programs));
    }

    private String list() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ProgramList(variables).print(new PrintStream(out, true));
        return out.toString();
    }
}
