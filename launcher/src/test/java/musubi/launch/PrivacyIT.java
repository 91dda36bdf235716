package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import musubi.memory.OtherUser;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What another user of the machine reaches of a job: its files, also with the worst umask. */
class PrivacyIT {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String SLEEPER = "musubi.launch.programs.Sleeper";
    private static final String SECRET = "correct horse battery staple";

    /** mpiexec and all that it starts have a umask that takes nothing away. */
    private static final List<String> OPEN = List.of("/bin/sh", "-c", "umask 0; exec \"$@\"", "sh");

    private static final String READY =
            """
            public class Ready {
                public static void main(String[] words) throws Exception {
                    mpi.MPI.Init(words);
                    System.out.println("ready");
                    Thread.sleep(600_000);
                }
            }
            """;

    private static final String REACHED =
            "for f; do if [ -r \"$f\" ] || [ -w \"$f\" ]; then echo \"$f\"; fi; done";

    private Path common;

    @BeforeEach
    void makeACommonDirectory() throws IOException {
        common = OtherUser.share(Files.createTempDirectory("privacy-test"));
    }

    @AfterEach
    void remove() throws IOException {
        for (Path each : below(common).sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(each);
        }
    }

    private static Stream<Path> below(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.toList().stream();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    /** The files of the job in all places, and those in directories that the user has named. */
    private List<Path> files(MpiexecRun run, List<Path> named) throws IOException {
        List<Path> found = new ArrayList<>();
        Path runtime = Path.of(System.getenv().getOrDefault("XDG_RUNTIME_DIR", MEMORY + ""));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        String prefix = "musubi-" + run.process().pid() + "-";
        for (Path place : List.of(MEMORY, temporary, runtime)) {
            try (Stream<Path> here = Files.list(place)) {
                found.addAll(
                        here.filter(path -> path.getFileName().toString().startsWith(prefix))
                                .toList());
            }
        }
        assertTrue(found.size() >= 3, found::toString);
        found.addAll(named);
        List<Path> all = new ArrayList<>();
        for (Path directory : found) {
            assertEquals("rwx------", mode(directory), directory::toString);
            all.addAll(below(directory).toList());
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"--transport shm", "--transport verbs", "--pvas"})
    void shouldKeepAnotherUserOutOfARunningJob(String way) throws Exception {
        Path journal = common.resolve("new/journal");
        Path recording = common.resolve("recording");
        List<String> words = new ArrayList<>(List.of(way.split(" ")));
        words.addAll(List.of("--journal", journal.toString(), "--jfr=" + recording));
        words.addAll(List.of("-n", "2", SLEEPER, "mpi"));
        Map<String, String> variables = new HashMap<>(MpiexecRun.LONG_GRACE);
        variables.put("PASSWORD", SECRET);
        Path settings = Path.of(System.getProperty("java.home"), "lib", "jfr", "profile.jfc");
        variables.put("MUSUBI_JFR_SETTINGS", settings.toString());
        try (MpiexecRun run =
                MpiexecRun.startBehind(OPEN, variables, words.toArray(new String[0]))) {
            run.await(() -> run.out().lines().filter(line -> line.contains("ready")).count() == 2);
            List<Path> files = files(run, List.of(journal, recording));
            List<Path> recordings =
                    files.stream().filter(file -> file.startsWith(recording)).toList();
            assertTrue(recordings.size() >= 2, files::toString);
            // The JDK creates the files there itself, so only their directory is private.
            List<Path> unfinished = repositories(run);
            assertFalse(unfinished.isEmpty());
            assertTrue(files.containsAll(unfinished), unfinished::toString);
            for (Path file : files) {
                boolean isPlain =
                        Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                                && unfinished.stream().noneMatch(file::startsWith);
                assertTrue(!isPlain || mode(file).equals("rw-------"), () -> file + " of " + way);
            }
            assertUnreached(files);
            MpiexecRun.signal("TERM", run.process().pid());
            run.awaitEnd();
            run.assertNothingLeft();
        }
        for (Path file : below(recording).filter(Files::isRegularFile).toList()) {
            assertNoSecret(file);
        }
    }

    /** The directories above those with unfinished recordings, which the JVMs have open. */
    private static List<Path> repositories(MpiexecRun run) throws IOException {
        List<Path> found = new ArrayList<>();
        for (long pid : run.ranks()) {
            try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                open.map(PrivacyIT::target)
                        .filter(file -> file.toString().endsWith(".jfr"))
                        .forEach(file -> found.add(file.getParent().getParent()));
            }
        }
        return found;
    }

    /** The file of a descriptor; the descriptor itself if it is closed by now. */
    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return descriptor;
        }
    }

    private static void assertUnreached(List<Path> files) throws Exception {
        if (isRoot()) {
            OtherUser.assumePresent();
            assertEquals("", OtherUser.run(REACHED, files.toArray()).output());
        }
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    private static void assertNoSecret(Path recording) throws IOException {
        String content = new String(Files.readAllBytes(recording), ISO_8859_1);
        assertTrue(content.length() > 1000, () -> "bytes=" + content.length());
        assertTrue(content.contains("jdk.JVMInformation"));
        assertFalse(content.contains(SECRET));
    }

    /** Other users see command lines, so the name of a directory is in none, also at the end. */
    @ParameterizedTest
    @ValueSource(strings = {"--bind-to none", "--pvas"})
    void shouldHideTheNamesOfItsDirectories(String way) throws Exception {
        Path log = common.resolve("commands");
        Path tools = loggingTools(log);
        Path source = Files.writeString(common.resolve("Ready.java"), READY);
        List<String> words = new ArrayList<>(List.of(way.split(" ")));
        words.addAll(List.of("--jfr=" + common.resolve("recording"), "-n", "2"));
        words.add(source.toString());
        String path = tools + ":" + System.getenv("PATH");
        try (MpiexecRun run =
                MpiexecRun.start(null, Map.of("PATH", path), null, words.toArray(new String[0]))) {
            run.await(() -> run.out().lines().filter(line -> line.contains("ready")).count() == 2);
            List<Path> files = files(run, List.of());
            // Two for memory and counters, the job's, and one for each unfinished recording.
            List<Path> directories =
                    files.stream()
                            .filter(file -> file.getFileName().toString().startsWith("musubi-"))
                            .filter(Files::isDirectory)
                            .toList();
            assertTrue(directories.size() >= 4, files::toString);
            String commands = commandLines();
            MpiexecRun.signal("KILL", run.process().pid());
            run.awaitEnd();
            run.assertNothingLeft();
            String later = Files.readString(log);
            assertTrue(later.contains("find "), later);
            for (Path directory : directories) {
                String name = directory.getFileName().toString();
                assertFalse(commands.contains(name), commands);
                assertFalse(later.contains(name), later);
            }
        }
    }

    /** Commands of short life, which leave their words in a file. */
    private Path loggingTools(Path log) throws IOException {
        Path tools = Files.createDirectory(common.resolve("tools"));
        for (String name : List.of("mkfifo", "rm", "rmdir", "find", "mv", "chmod")) {
            String script =
                    "#!/bin/sh\necho %s \"$*\" >> '%s'\nPATH='%s' exec %1$s \"$@\"\n"
                            .formatted(name, log, System.getenv("PATH"));
            Path tool = Files.writeString(tools.resolve(name), script);
            Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return tools;
    }

    /** Those of all processes, as any user sees them. */
    private static String commandLines() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path each : (Iterable<Path>) processes::iterator) {
                try {
                    all.append(Files.readString(each.resolve("cmdline"), ISO_8859_1)).append('\n');
                } catch (IOException e) {
                    // No process, or it has just ended.
                    continue;
                }
            }
        }
        return all.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "verbs"})
    void shouldFailWithTheReasonWhenSomethingIsInTheWay(String transport) throws Exception {
        Path own = common.resolve("musubi-" + Files.getAttribute(common, "unix:uid"));
        Path victim = Files.createDirectory(common.resolve("victim"));
        String owner;
        if (isRoot()) {
            OtherUser.assumePresent();
            assertEquals(0, OtherUser.run("ln -s \"$1\" \"$2\"", victim, own).exitCode());
            owner = "" + OtherUser.UID;
        } else {
            Files.createSymbolicLink(own, victim);
            owner = "" + Files.getAttribute(common, "unix:uid");
        }
        String variable = "MUSUBI_" + transport.toUpperCase() + "_DIRECTORY";
        String[] words = {"--transport", transport, "-n", "2", SLEEPER, "mpi"};
        try (MpiexecRun run =
                MpiexecRun.start(null, Map.of(variable, common.toString()), null, words)) {
            MpiexecRun.Result result = run.finish();
            assertTrue(result.exitCode() != 0, result::err);
            result.said(own.toString())
                    .said("no private directory of this user: found=link owner=" + owner)
                    .said("remove it");
        }
        try (Stream<Path> files = Files.list(victim)) {
            assertEquals(0, files.count());
        }
    }
}
