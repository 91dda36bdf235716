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
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;

/** Compares the compiled classes of all modules with {@code docs/modules.txt}. */
class ModuleArrowsTest {
    private static final Path PROJECT = Path.of(System.getProperty("basedir", "")).resolve("..");
    private static final String FAILURE = "package musubi.error; public class Failure {}";

    private final ModuleArrows arrows = ModuleArrows.read(PROJECT.resolve("docs/modules.txt"));

    @TempDir private Path folder;

    @Test
    void shouldFollowModulesTxt() {
        CompiledClasses classes = CompiledClasses.under(PROJECT);
        assertFalse(classes.uses().isEmpty(), "no compiled classes found: build all modules");
        assertEquals("", String.join("\n", arrows.violations(classes)), "not in docs/modules.txt");
    }

    @Test
    void shouldHaveNoCycleAmongThePackagesOfAModule() {
        assertEquals("", String.join("\n", PackageCycles.in(CompiledClasses.under(PROJECT))));
    }

    @Test
    void shouldReportATransportThatUsesTheFacade() throws IOException {
        compile("mpi-core", "package mpi; public class Comm {}");
        compile("transport-shm", "package musubi.shm; class Ring { mpi.Comm comm; }");
        assertViolations(
                """
                module mpi-core
                mpi ->
                module transport-shm
                musubi.shm -> mpi-core/musubi.adi
                """,
                "use without an arrow: transport-shm/musubi.shm.Ring -> mpi-core/mpi.Comm");
    }

    @Test
    void shouldReportAnUnlistedArrowWithinAModule() throws IOException {
        compile(
                "mpi-core",
                FAILURE,
                "package musubi.config; public class Settings {}",
                "package musubi.adi; import java.util.List; interface Inbound {"
                        + " void f(musubi.error.Failure e, List<musubi.config.Settings> s); }");
        assertViolations(
                """
                module mpi-core
                musubi.error ->
                musubi.config -> musubi.error
                musubi.adi -> musubi.error
                """,
                "use without an arrow:"
                        + " mpi-core/musubi.adi.Inbound -> mpi-core/musubi.config.Settings");
    }

    @Test
    void shouldReportAnArrowTakenForThatOfTheParentPackage() throws IOException {
        compile(
                "mpi-core",
                FAILURE,
                "package musubi.pt2pt.matching; class Queue { musubi.error.Failure failure; }",
                "package musubi.pt2pt; class Peer { musubi.error.Failure failure; }");
        assertViolations(
                """
                module mpi-core
                musubi.error ->
                musubi.pt2pt -> musubi.error
                musubi.pt2pt.matching ->
                """,
                "use without an arrow:"
                        + " mpi-core/musubi.pt2pt.matching.Queue -> mpi-core/musubi.error.Failure");
    }

    @Test
    void shouldAllowTheArrowsThatAreListed() throws IOException {
        compile("mpi-core", FAILURE, "package mpi; public class Comm { musubi.error.Failure f; }");
        compile("benchmarks", "package musubi.benchmarks; class PingPong { mpi.Comm comm; }");
        assertViolations(
                """
                # the core
                module mpi-core
                musubi.error ->
                mpi -> musubi.error

                module benchmarks
                musubi.benchmarks -> mpi-core/mpi
                """);
    }

    @Test
    void shouldReportAPackageWithoutALine() throws IOException {
        compile("mpi-core", FAILURE, "package musubi.spare; class Spare { }");
        compile("extra", "package musubi.extra; class More { musubi.error.Failure f; }");
        assertViolations(
                """
                module mpi-core
                musubi.error ->
                """,
                "package without a line: extra/musubi.extra",
                "package without a line: mpi-core/musubi.spare",
                "use without an arrow: extra/musubi.extra.More -> mpi-core/musubi.error.Failure");
    }

    @Test
    void shouldReportALineWithoutAPackage() throws IOException {
        compile("mpi-core", FAILURE, "package mpi; public class Comm { musubi.error.Failure f; }");
        assertViolations(
                """
                module mpi-core
                musubi.error ->
                mpi -> musubi.error
                musubi.gone ->
                """,
                "line without a package: mpi-core/musubi.gone");
    }

    @Test
    void shouldReportACycleWithItsPackagesAndClasses() throws IOException {
        compile(
                "mpi-core",
                "package musubi.a; public class A { musubi.b.B b; }",
                "package musubi.b; public class B { musubi.c.C c; }",
                "package musubi.c; public class C { musubi.a.A a; musubi.d.D d; }",
                "package musubi.d; public class D { }");
        assertEquals(
                List.of(
                        """
                        cycle: mpi-core/musubi.a -> mpi-core/musubi.b -> mpi-core/musubi.c\
                         -> mpi-core/musubi.a
                            mpi-core/musubi.a.A -> mpi-core/musubi.b.B
                            mpi-core/musubi.b.B -> mpi-core/musubi.c.C
                            mpi-core/musubi.c.C -> mpi-core/musubi.a.A\
                        """),
                PackageCycles.in(CompiledClasses.under(folder)));
    }

    @Test
    void shouldReportEachOfTwoCycles() throws IOException {
        compile(
                "mpi-core",
                "package musubi.a; public class A { musubi.b.B b; musubi.c.C c; }",
                "package musubi.b; public class B { musubi.a.A a; }",
                "package musubi.c; public class C { musubi.d.D d; }",
                "package musubi.d; public class D { musubi.c.C c; }");
        assertEquals(2, PackageCycles.in(CompiledClasses.under(folder)).size());
    }

    @Test
    void shouldRejectALineWithoutAnArrowOrModule() {
        assertThrows(IllegalArgumentException.class, () -> ModuleArrows.parse("module m\na => b"));
        assertThrows(IllegalArgumentException.class, () -> ModuleArrows.parse("a -> b"));
        assertThrows(
                IllegalArgumentException.class, () -> ModuleArrows.parse("module m\na ->\na ->"));
    }

    @Test
    void shouldRejectAPackageThatUsesOneBelowItsLine() {
        String text = "module m\nstorey kernel\na -> b\nstorey services\nb ->";
        assertThrows(IllegalArgumentException.class, () -> ModuleArrows.parse(text));
    }

    @Test
    void shouldNameOtherStoreysInTheUsesOfAStorey() {
        ModuleArrows arrows =
                ModuleArrows.parse(
                        "module m\nstorey data\na ->\nb -> a\nstorey kernel\nc -> a b\nd -> c x/e");
        assertEquals(List.of("m/data", "m/kernel"), arrows.storeys());
        assertEquals(
                Map.of("c", Set.of("(data)"), "d", Set.of("c", "e")),
                arrows.storeyUses("m/kernel"));
    }

    private void assertViolations(String text, String... expected) {
        CompiledClasses classes = CompiledClasses.under(folder);
        assertFalse(classes.uses().isEmpty());
        assertEquals(List.of(expected), ModuleArrows.parse(text).violations(classes));
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
