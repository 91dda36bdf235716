package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** Compares the compiled classes of all modules with {@code docs/modules.txt}. */
class ModuleArrowsTest {
    private static final Path PROJECT = Path.of(System.getProperty("basedir", "")).resolve("..");
    private static final String ERROR = "package musubi.error; public class Failure {}";

    private final ModuleArrows arrows = ModuleArrows.read(PROJECT.resolve("docs/modules.txt"));

    @TempDir private Path folder;

    @Test
    void shouldFollowModulesTxt() {
        CompiledClasses classes = CompiledClasses.under(PROJECT);
        assertFalse(classes.uses().isEmpty(), "no compiled classes found: build all modules");
        assertEquals("", String.join("\n", arrows.violations(classes)), "not in docs/modules.txt");
    }

    @Test
    void shouldHaveALineForEachModule() {
        List<String> modules = CompiledClasses.modulesUnder(PROJECT);
        assertEquals(modules, arrows.modules().stream().sorted().toList());
    }

    @Test
    void shouldReportATransportThatUsesTheFacade() throws IOException {
        compile("mpi-core", "package mpi; public class Comm {}");
        compile("transport-shm", "package musubi.shm; class Ring { mpi.Comm comm; }");
        assertViolations("transport-shm/musubi.shm.Ring -> mpi-core/mpi.Comm");
    }

    @Test
    void shouldReportATransportThatUsesAnotherOne() throws IOException {
        compile("transport-tcp", "package musubi.tcp; public class Link { public void send() {} }");
        compile(
                "transport-shm",
                "package musubi.shm; class Ring { void f() { new"
                        + " musubi.tcp.session.PeerConnection().send(); } }");
        assertViolations("transport-shm/musubi.shm.Ring -> transport-tcp/musubi.tcp.Link");
    }

    @Test
    void shouldReportTheCoreUsingTheFacade() throws IOException {
        compile(
                "mpi-core",
                "package mpi; public class Comm {}",
                "package musubi.matching; class Queue { Object f(Object o) {"
                        + " return o instanceof mpi.Comm; } }");
        assertViolations("mpi-core/musubi.matching.Queue -> mpi-core/mpi.Comm");
    }

    @Test
    void shouldReportTheGridAdiUsingTheCore() throws IOException {
        compile(
                "mpi-core",
                ERROR,
                "package musubi.config; public class Settings {}",
                "package musubi.adi; import java.util.List; interface Inbound {"
                        + " void f(musubi.error.Failure e, List<musubi.config.Settings> s); }");
        assertViolations("mpi-core/musubi.adi.Inbound -> mpi-core/musubi.config.Settings");
    }

    @Test
    void shouldReportALauncherBelowTheBootstrap() throws IOException {
        compile(
                "mpi-core",
                ERROR,
                "package musubi.bootstrap; public class Bootstrap {}",
                "package musubi.adi; public class Envelope {}");
        compile(
                "launcher",
                "package musubi.launcher; class Mpiexec extends musubi.bootstrap.Bootstrap {"
                        + " musubi.error.Failure f; musubi.adi.Envelope e; }");
        assertViolations("launcher/musubi.launcher.Mpiexec -> mpi-core/musubi.adi.Envelope");
    }

    @Test
    void shouldAllowTheArrowsThatAreDrawn() throws IOException {
        compile("mpi-core", ERROR, "package mpi; public class Comm { musubi.error.Failure f; }");
        compile("collectives", "package musubi.coll; class Ring { musubi.error.Failure f; }");
        compile("benchmarks", "package musubi.benchmarks; class PingPong { mpi.Comm comm; }");
        assertViolations();
    }

    @Test
    void shouldReportAModuleWithoutALine() throws IOException {
        compile("mpi-core", ERROR);
        compile("extra", "package musubi.extra; class More { musubi.error.Failure f; }");
        assertViolations("extra/musubi.extra.More -> mpi-core/musubi.error.Failure");
    }

    @Test
    void shouldRejectALineWithoutAnArrow() {
        assertThrows(IllegalArgumentException.class, () -> ModuleArrows.parse("a => b"));
    }

    private void assertViolations(String... expected) {
        CompiledClasses classes = CompiledClasses.under(folder);
        assertFalse(classes.uses().isEmpty());
        assertEquals(List.of(expected), arrows.violations(classes));
    }

    /** Compiles one class per source text into a module of the project under the test's folder. */
    private void compile(String module, String... sources) throws IOException {
        Path target = folder.resolve(module, "target", "classes");
        Files.createDirectories(target);
        Files.createFile(folder.resolve(module, "pom.xml"));
        List<String> command = new ArrayList<>(List.of("-proc:none", "-d", target.toString()));
        command.addAll(List.of("-cp", classPath()));
        for (String source : sources) {
            Path file = Files.createTempDirectory(folder, "source").resolve(className(source));
            Files.writeString(file, source);
            command.add(file.toString());
        }
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        assertEquals(0, javac.run(System.out, System.err, command.toArray(String[]::new)));
    }

    private static String className(String source) {
        return source.replaceFirst("(?s).*?\\b(class|interface) (\\w+).*", "$2.java");
    }

    private String classPath() {
        return String.join(
                System.getProperty("path.separator"),
                CompiledClasses.modulesUnder(folder).stream()
                        .map(module -> folder.resolve(module, "target", "classes").toString())
                        .toList());
    }
}
