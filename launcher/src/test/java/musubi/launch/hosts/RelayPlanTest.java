package musubi.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RelayPlan.Relay;
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

class RelayPlanTest {
    private static LaunchPlan plan(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("prog");
        return new CommandLineParser(Map.of("HYDRA_LAUNCHER", "fork"), _ -> {}).read(all);
    }

    private static List<Relay> relays(String... words) {
        return plan(words).relays().relays();
    }

    private static void assertFails(String text, String... words) {
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> relays(words));
        assertTrue(failure.getMessage().contains(text), failure.getMessage());
    }

    private static Relay open(int node, String site) {
        return new Relay(node, site, false);
    }

    @Test
    void shouldHaveNoneWhenTwoSitesAreOpenOrThereIsOne() {
        assertEquals(List.of(), relays("-host", "x,y"));
        assertEquals(List.of(), relays("-host", "x,y", "--sites", "find"));
        assertEquals(List.of(), relays("-host", "x,y", "--sites", "A=x,y"));
        assertEquals(List.of(), relays("-host", "x,y", "--sites", "A=x,y:private"));
        assertEquals(List.of(), relays("-host", "x,y", "--sites", "A=x;B=y"));
    }

    @Test
    void shouldHaveTwoOnEachSiteWhenThereAreThreeSites() {
        assertEquals(
                List.of(open(0, "A"), open(1, "B"), open(2, "A"), open(4, "C")),
                relays("-host", "v,w,x,y,z", "--sites", "A=v,x,y;B=w;C=z"));
    }

    @Test
    void shouldMarkThePrivateSiteWhenThereIsOne() {
        LaunchPlan plan = plan("-host", "x,y,z", "--sites", "A=x;B=y,z:private");
        assertEquals(
                List.of(open(0, "A"), new Relay(1, "B", true), new Relay(2, "B", true)),
                plan.relays().relays());
        Map<String, String> variables = plan.segments().getFirst().environment().added();
        assertEquals("A:0,B:1-2", variables.get("MUSUBI_GRID"));
    }

    @Test
    void shouldMarkThePrivateSiteWhenAHostFileDoes(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("hosts");
        Files.writeString(file, "x:1 site=A\ny slots=2 site=B private\nz private site=B\n");
        assertEquals(
                List.of(open(0, "A"), new Relay(1, "B", true), new Relay(2, "B", true)),
                relays("-f", file.toString()));
        assertEquals(2, relays("-f", file.toString(), "--relays", "1").size());
        assertEquals(List.of(), relays("-f", file.toString(), "-host", "x"));
    }

    @Test
    void shouldFollowTheOptionsWhenTheyAreGiven() {
        String[] hosts = {"-host", "x,y,z", "--sites", "A=x;B=y,z:private", "--relays", "1"};
        assertEquals(2, relays(hosts).size());
        hosts[5] = "off";
        assertEquals(List.of(), relays(hosts));
        hosts[5] = "9";
        assertEquals(3, relays(hosts).size());
        RelayPlan any = plan(hosts).relays();
        assertEquals(List.of(0, 0), List.of(any.firstPort(), any.lastPort()));
        RelayPlan one = plan("-host", "x", "--relay-port", "7000").relays();
        assertEquals(List.of(7000, 7000), List.of(one.firstPort(), one.lastPort()));
        RelayPlan range = plan("-host", "x", "--relay-port", "7000-7009").relays();
        assertEquals(List.of(7000, 7009), List.of(range.firstPort(), range.lastPort()));
    }

    @Test
    void shouldFailWhenAnOptionIsWrong() {
        assertFails("relays require two sites", "-host", "x,y", "--relays", "1");
        assertFails("relays require two sites", "-host", "x,y", "--sites", "find", "--relays", "2");
        assertFails(
                "relays start before the ranks find the sites",
                "-host",
                "x,y",
                "--sites",
                "find",
                "--relays",
                "2");
        assertFails("not a number of relays", "-host", "x,y", "--relays", "0");
        assertFails("not a number", "-host", "x,y", "--relays", "some");
        for (String port : List.of("-1", "70000", "9-8", "0-9")) {
            assertFails("--relay-port", "-host", "x", "--relay-port", port);
        }
    }
}
