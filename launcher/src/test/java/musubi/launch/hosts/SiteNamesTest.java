package musubi.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sites of hosts, and the setting that ranks get. */
class SiteNamesTest {
    @TempDir private Path directory;

    private static String grid(String... words) {
        LaunchPlan plan =
                new CommandLineParser(Map.of("HYDRA_LAUNCHER", "fork"), _ -> {})
                        .read(List.of(words));
        return plan.segments().getFirst().environment().added().get("MUSUBI_GRID");
    }

    private static void assertFails(String text, String... words) {
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> grid(words));
        assertTrue(failure.getMessage().contains(text), failure.getMessage());
    }

    @Test
    void shouldNumberNodesBySite() {
        assertNull(grid("-n", "2", "-host", "x,y", "prog"));
        assertEquals("find", grid("-host", "x,y", "--sites", "find", "prog"));
        assertEquals("A:0-1,B:2", grid("-host", "x,y,z", "--sites", "A=x,y;B=z", "prog"));
        assertEquals(
                "north:0-2+4,s_1:3",
                grid("-host", "a,b,c,d,e", "--sites", "s_1=d;north=e,b,c,a", "prog"));
    }

    @Test
    void shouldReadSitesOfAHostFile() throws IOException {
        String file =
                Files.writeString(
                                directory.resolve("hosts"),
                                "x slots=2 site=A\ny site=B\nz:1 site=A\nx\n")
                        .toString();
        assertEquals("A:0+2,B:1", grid("-hostfile", file, "-n", "5", "prog"));
        assertEquals(
                "A:0+2,B:1", grid("-hostfile", file, "--sites", "A=x,z;B=y", "-n", "5", "prog"));
        assertEquals("A:0+2,B:1", grid("-hostfile", file, "--sites", "A=z", "-n", "5", "prog"));
        assertEquals("find", grid("-hostfile", file, "--sites", "find", "-n", "5", "prog"));
    }

    private String file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "hosts", ""), text).toString();
    }

    private static void assertContradicts(String file, String text, String... more) {
        List<String> words = new ArrayList<>(List.of("-hostfile", file, "-n", "3"));
        words.addAll(List.of(more));
        words.add("prog");
        assertFails(text.replace("FILE", file), words.toArray(String[]::new));
    }

    @Test
    void shouldFailWhenAHostIsInTwoSites() throws IOException {
        String twice = file("x site=A\n\ny site=B # far\nx:2 site=B\n");
        assertContradicts(twice, "in two sites: host=x sites=A, B in=FILE:1, FILE:4; name");
        String once = file("x site=A\ny \\\n site=B\nz site=B\n");
        assertContradicts(
                once, "in two sites: host=z sites=A, B in=--sites, FILE:4; name", "--sites", "A=z");
        assertEquals("A:0,B:1", grid("-f", once, "-n", "1", "p", ":", "-f", once, "-n", "1", "p"));
        String other = file("x site=B\n");
        assertFails("in two sites: host=x", "-f", once, "p", ":", "-f", other, "p");
    }

    @Test
    void shouldFailWhenASiteIsPrivateInOnePlaceOnly() throws IOException {
        String file = file("x slots=1 site=A\ny:1 site=B private\nz user=me private site=B\n");
        assertEquals("A:0,B:1-2", grid("-f", file, "-n", "3", "p"));
        assertEquals("A:0,B:1-2", grid("-f", file, "-n", "3", "--sites", "B=y:private", "p"));
        assertContradicts(
                file,
                "one place only: host=z private in=FILE:3 open in=--sites; add private",
                "--sites",
                "B=z");
        assertContradicts(
                file,
                "one place only: host=x private in=--sites open in=FILE:1",
                "--sites",
                "A=x:private");
        assertContradicts(
                file("x site=A\ny site=B private\nz site=B\n"),
                "a site that is private in one place only: site=B private in=FILE:2 open"
                        + " in=FILE:3");
        assertContradicts(
                file("x private\ny\nz\nx site=A\n"),
                "one place only: host=x private in=FILE:1 open in=FILE:4");
    }

    @Test
    void shouldFailWhenAPrivateHostHasNoSite() throws IOException {
        String file = file("x\ny private\nz\n");
        assertContradicts(file, "without a site: host=y in=FILE:2; name the site of each host");
        assertContradicts(
                file,
                "the site of a private host cannot be found: host=y in=FILE:2 --sites=find; round",
                "--sites",
                "find");
        assertContradicts(file("x private=1\n"), "attribute='private=1' host=x in=FILE:1");
    }

    @Test
    void shouldLeaveTheProgramsOwnSetting() {
        assertEquals(
                "A:0,B:1",
                grid("-host", "x,y", "--sites", "C=x,y", "-env", "MUSUBI_GRID", "A:0,B:1", "p"));
    }

    @Test
    void shouldFailWhenSitesAreIncompleteOrWrong() {
        assertFails("one has none: host=y", "-host", "x,y", "--sites", "A=x", "prog");
        assertFails("host without ranks: host=q", "-host", "x,y", "--sites", "A=x,y,q", "p");
        assertFails("in two sites: host=x", "-host", "x,y", "--sites", "A=x,y;B=x", "prog");
        assertFails("not a list of sites", "-host", "x,y", "--sites", "x,y", "prog");
        assertFails("not the name of a site", "-host", "x,y", "--sites", "1=x,y", "prog");
    }
}
