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
        assertEquals("C:0-1,B:2", grid("-hostfile", file, "--sites", "C=x,y;B=z", "-n", "5", "p"));
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
