package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The pictures of docs/architecture.md, which are drawn from docs/modules.txt. */
class StoreyPictureTest {
    private static final Path DOCS =
            Path.of(System.getProperty("basedir", "")).resolve("../docs").normalize();
    private static final boolean WRITES = "write".equals(System.getProperty("musubi.pages"));
    private static final int MIN_PACKAGES = 4;

    @Test
    void shouldPlaceEachBoxAboveThoseThatItUses() {
        StoreyPicture picture =
                new StoreyPicture(Map.of("a", Set.of("b", "c"), "b", Set.of("c"), "d", Set.of()));
        assertEquals(List.of(List.of("c", "d"), List.of("b"), List.of("a")), picture.storeys());
    }

    @Test
    void shouldDrawOnlyArrowsThatNoLongerPathImplies() {
        String svg = new StoreyPicture(Map.of("a", Set.of("b", "c"), "b", Set.of("c"))).svg();
        assertEquals(2, svg.split("<path ", -1).length - 1, svg);
    }

    @Test
    void shouldRejectACycle() {
        Map<String, Set<String>> cycle = Map.of("a", Set.of("b"), "b", Set.of("a"));
        assertThrows(IllegalArgumentException.class, () -> new StoreyPicture(cycle));
    }

    @Test
    void shouldHavePicturesOfModulesTxtInTheDocuments() throws IOException {
        for (Map.Entry<String, String> picture : pictures().entrySet()) {
            Path file = DOCS.resolve("generated").resolve(picture.getKey());
            if (WRITES) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, picture.getValue());
            }
            assertTrue(Files.exists(file), file + " is missing;" + advice());
            assertEquals(picture.getValue(), Files.readString(file), file + " is old;" + advice());
            String link = "(generated/" + picture.getKey() + ")";
            String page = Files.readString(DOCS.resolve("architecture.md"));
            assertTrue(page.contains(link), "docs/architecture.md has no picture " + link);
        }
    }

    private static String advice() {
        return " write it by: mvn -B -DskipChecks -pl benchmarks -am -Dtest=StoreyPictureTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dmusubi.pages=write test";
    }

    /**
     * The modules; the packages of each module and storey that has several; by name of the file.
     */
    private static Map<String, String> pictures() {
        ModuleArrows arrows = ModuleArrows.read(DOCS.resolve("modules.txt"));
        Map<String, String> pictures = new TreeMap<>();
        pictures.put("architecture-modules.svg", new StoreyPicture(arrows.moduleUses()).svg());
        for (String module : arrows.modules()) {
            Map<String, Set<String>> uses = arrows.packageUses(module);
            if (uses.size() >= MIN_PACKAGES) {
                pictures.put("architecture-" + module + ".svg", new StoreyPicture(uses).svg());
            }
        }
        for (String storey : arrows.storeys()) {
            Map<String, Set<String>> uses = arrows.storeyUses(storey);
            if (uses.size() >= MIN_PACKAGES) {
                String name = storey.replace('/', '-');
                pictures.put("architecture-" + name + ".svg", new StoreyPicture(uses).svg());
            }
        }
        return pictures;
    }
}
