package bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class PlotTest {
    private static final List<String> DATA =
            List.of("musubi,0,1,0.5,2", "musubi,8,2,1,4", "openmpi,8,4,2,8");

    @TempDir private Path directory;

    @Test
    void shouldWriteAnSvgWithTextAndAPng() throws Exception {
        Path data = Files.write(directory.resolve("data.csv"), DATA);
        Plot.main(
                new String[] {
                    data.toString(), directory.resolve("plot").toString(), "PingPong", "us"
                });
        String svg = Files.readString(directory.resolve("plot.svg"));
        assertTrue(svg.contains(">openmpi</text") && svg.contains(">PingPong</text"), svg);
        assertTrue(Files.size(directory.resolve("plot.png")) > 1000);
    }
}
