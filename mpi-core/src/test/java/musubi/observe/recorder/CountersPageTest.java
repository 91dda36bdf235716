package musubi.observe.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.observe.PerformanceVariables;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code docs/see-inside.md} has every counter of the kernel. */
class CountersPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "")).resolve("../docs/see-inside.md");

    @Test
    void shouldListEveryCounter() throws IOException {
        String page = Files.readString(PAGE);
        EventRecorder events =
                EventRecorder.open(new SingletonBootstrap(), new Settings(name -> null, Map.of()));
        var counters = new PerformanceVariables(events.memory()).snapshot().keySet();
        assertFalse(counters.isEmpty());
        List<String> missing =
                counters.stream().filter(name -> !page.contains('`' + base(name) + '`')).toList();
        assertEquals(List.of(), missing, "not in docs/see-inside.md");
    }

    /** The page lists a maximum with its level. */
    private static String base(String name) {
        return name.endsWith(".max") ? name.substring(0, name.length() - 4) : name;
    }
}
