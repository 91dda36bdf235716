package musubi.simulator.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SizeChartTest {
    @Test
    void shouldPutSizesAndValuesOnLogarithmicScalesWithTheirSpread() {
        SizeChart chart = new SizeChart("PingPong", "us");
        chart.add("musubi", 0, 1, 0.5, 2);
        chart.add("musubi", 8, 2, 1, 4);
        chart.add("openmpi", 8, 4, 2, 8);
        var series = chart.series();
        assertEquals(2, series.getSeriesCount());
        assertEquals(3, series.getXValue(0, 1));
        assertEquals(1, series.getYValue(0, 1));
        assertEquals(0, series.getStartYValue(0, 1));
        assertEquals(2, series.getEndYValue(0, 1));
        assertTrue(series.getXValue(0, 0) < 0, "0 bytes lie left of 1 byte");
    }

    @Test
    void shouldLabelSizesInBinaryUnits() {
        var sizes = new SizeChart.PowerFormat(true);
        assertEquals("0", sizes.format(-2));
        assertEquals("8", sizes.format(3));
        assertEquals("64K", sizes.format(16));
        assertEquals("4M", sizes.format(22));
        assertEquals("0.125", new SizeChart.PowerFormat(false).format(-3));
    }
}
