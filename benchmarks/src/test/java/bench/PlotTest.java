package bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
    void shouldPutSizesAndValuesOnLogarithmicScalesWithTheirSpread() {
        var series = Plot.series(DATA);
        assertEquals(2, series.getSeriesCount());
        assertEquals(3, series.getXValue(0, 1));
        assertEquals(1, series.getYValue(0, 1));
        assertEquals(0, series.getStartYValue(0, 1));
        assertEquals(2, series.getEndYValue(0, 1));
        assertTrue(series.getXValue(0, 0) < 0, "0 bytes lie left of 1 byte");
    }

    @Test
    void shouldLabelSizesInBinaryUnits() {
        var sizes = new Plot.PowerFormat(true);
        assertEquals("0", sizes.format(-2));
        assertEquals("8", sizes.format(3));
        assertEquals("64K", sizes.format(16));
        assertEquals("4M", sizes.format(22));
        assertEquals("0.125", new Plot.PowerFormat(false).format(-3));
    }

    @Test
    void shouldWriteAnSvgWithTextAndAPng() throws Exception {
        Path data = Files.write(directory.resolve("data.csv"), DATA);
        Plot.main(
                new String[] {
                    data.toString(), directory.resolve("plot").toString(), "PingPong", "us"
                });
        String svg = Files.readString(directory.resolve("plot.svg"));
        assertTrue(svg.contains(">openmpi</text>") && svg.contains(">PingPong</text>"), svg);
        assertTrue(Files.size(directory.resolve("plot.png")) > 1000);
    }
}
