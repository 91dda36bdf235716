package musubi.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folder of the distribution, as users unpack it. */
class DistributionIT {
    private static final Path TREE =
            Path.of(System.getProperty("musubi.tree", "target/musubi-0.1.0")).toAbsolutePath();

    private static final Path EMPTY_ROOT = Path.of("src/test/sh/empty-root").toAbsolutePath();
    private static final long PATIENCE_S = 600;
    private static final Set<String> OUR_GROUPS =
            Set.of("mpi-core", "collectives", "imb", "journal");

    @TempDir private Path directory;

    private String run(Map<String, String> variables, List<String> words)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().putAll(variables);
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS));
        return process.exitValue() + " " + out;
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.map(file -> folder.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Libraries by the names of their jars without version, except Musubi's own. */
    private static Set<String> libraries() throws IOException {
        return files(TREE.resolve("lib")).stream()
                .filter(name -> name.endsWith(".jar"))
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .map(name -> name.replaceFirst("-[0-9]+\\..*", "").replaceFirst("\\.jar$", ""))
                .filter(name -> !OUR_GROUPS.contains(name))
                .filter(name -> !name.matches("musubi-.*|transport-(shm|tcp|verbs)|launcher"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldListEveryLibraryOfOthersWithALicenceThatAllowsToShipIt() throws Exception {
        LibraryList list = LibraryList.read(TREE.resolve("THIRD-PARTY.md"));
        assertEquals(libraries(), list.names(), "jars of lib, and THIRD-PARTY.md");
        assertEquals(List.of(), list.refused(), "licences under which Musubi cannot be shipped");
        assertEquals(List.of(), list.missingTexts(TREE.resolve("licenses")));
    }

    @Test
    void shouldContainWhatUsersExpect() throws Exception {
        List<String> expected =
                new ArrayList<>(List.of("LICENSE", "NOTICE", "README.md", "CHANGELOG.md"));
        for (String name : CommandPages.commands().keySet()) {
            expected.add("bin/" + name);
            expected.add("share/man/man1/" + name + ".1");
            expected.add("share/bash-completion/completions/" + name);
            expected.add("share/zsh/site-functions/_" + name);
        }
        expected.addAll(List.of("bin/mpirun", "bin/mpijavac", "bin/mpjrun.bat", "docs/mpiexec.md"));
        expected.add("examples/Pi.java");
        Set<String> files = files(TREE);
        assertEquals(List.of(), expected.stream().filter(each -> !files.contains(each)).toList());
        for (Path file : Files.list(TREE.resolve("bin")).toList()) {
            assertTrue(Files.isExecutable(file) && !Files.isSymbolicLink(file), file.toString());
        }
    }

    @Test
    void shouldRunJobsInARootWithNothingButAJdk() throws Exception {
        String jdk = System.getProperty("java.home");
        List<String> empty = new ArrayList<>(List.of("unshare", "--mount"));
        empty.addAll(List.of(EMPTY_ROOT.toString(), TREE.toString(), jdk));
        assumeTrue(canMount(), "needs root and unshare, for a file system of its own");
        Set<String> before = files(TREE);
        empty.addAll(List.of("bin/mpiexec", "-n", "4", "examples/Pi.java"));
        assertEquals("0 pi = 3.1415926536 from 10000000 strips\n", run(Map.of(), empty));
        assertEquals(before, files(TREE), "files written by a job");
    }

    @Test
    void shouldEvaluateSnippetsWithoutWarnings() throws Exception {
        String shell = "echo 'world.getSize()' | '" + TREE.resolve("bin/musubi") + "' shell -n 2";
        String out = run(Map.of(), List.of("sh", "-c", shell));
        assertEquals("0 [0-1] ==> 2\n", out);
    }

    @Test
    void shouldRunBenchmarksWithoutJmhWhenItIsNotInTheArchive() throws Exception {
        String command = TREE.resolve("bin/musubi").toString();
        String words = "imb --pvas PingPong -msglen 8 -iter 11 -warm_up 0";
        List<String> plain = new ArrayList<>(List.of(command));
        plain.addAll(List.of(words.split(" ")));
        String table = run(Map.of(), plain);
        assertTrue(table.startsWith("0 ") && table.contains("# Benchmarking PingPong"), table);
        String refused = run(Map.of(), List.of(command, "imb", "--jmh", "PingPong"));
        assertTrue(refused.startsWith("1 musubi: JMH is not in this archive"), refused);
        assertTrue(refused.endsWith(TREE.resolve("lib/jmh") + "\n"), refused);
    }

    private boolean canMount() throws InterruptedException {
        try {
            String probe = "mount -t tmpfs none . && command -v chroot ldd mktemp > /dev/null";
            return run(Map.of(), List.of("unshare", "--mount", "sh", "-c", probe)).equals("0 ");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldBeInstalledBelowAPrefixAndRunFromThere() throws Exception {
        Path prefix = directory.resolve("a prefix");
        String command = TREE.resolve("bin/musubi").toString();
        List<String> words = List.of(command, "install", "--prefix", prefix.toString());
        List<String> withoutCaches = new ArrayList<>(words);
        withoutCaches.add("--no-caches");
        String printed = run(Map.of(), withoutCaches);
        assertEquals("0 installed: " + prefix.resolve("lib/musubi") + "\n", printed);
        assertEquals(files(TREE), files(prefix.resolve("lib/musubi")));
        assertTrue(Files.isReadable(prefix.resolve("share/man/man1/mpiexec.1")));
        String mpiexec = prefix.resolve("bin/mpiexec").toString();
        assertEquals("0 x\n", run(Map.of(), List.of(mpiexec, "-n", "1", "echo", "x")));
        Path file = Files.createFile(directory.resolve("file"));
        String refused = run(Map.of(), List.of(command, "install", "--prefix", file.toString()));
        assertTrue(refused.startsWith("1 musubi: cannot install below " + file), refused);
    }

    @Test
    void shouldCompleteOptionsAndTheirWordsInBash() throws Exception {
        Path file = TREE.resolve("share/bash-completion/completions/mpiexec");
        String script =
                ". '%s'; COMP_WORDS=(mpiexec --launcher s); COMP_CWORD=2; _mpiexec;"
                        + " echo ${COMPREPLY[@]}; COMP_WORDS=(mpiexec --hostf); COMP_CWORD=1;"
                        + " _mpiexec; echo ${COMPREPLY[@]}";
        String out = run(Map.of(), List.of("bash", "-c", script.formatted(file)));
        assertEquals("0 ssh slurm\n--hostfile\n", out);
    }
}
