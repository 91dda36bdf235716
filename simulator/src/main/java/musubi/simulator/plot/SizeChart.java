package musubi.simulator.plot;

import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;
import org.w3c.dom.Document;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Rectangle;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * A chart of curves over message size, both axes logarithmic, each curve with a band around it.
 * Mutable; for one thread.
 */
public final class SizeChart {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    private static final float BAND = 0.15f;
    private static final float LINE_WIDTH = 2.2f;

    /** Position of 0 bytes on the logarithmic axis: a quarter of a byte. */
    private static final double ZERO = 0.25;

    /** Colours for colour-blind readers (Okabe and Ito). */
    private static final List<Color> COLOURS =
            List.of(
                    new Color(0x0072B2),
                    new Color(0xD55E00),
                    new Color(0x009E73),
                    new Color(0xCC79A7),
                    new Color(0xE69F00),
                    new Color(0x56B4E9),
                    new Color(0x444444));

    private final Map<String, YIntervalSeries> curves = new LinkedHashMap<>();
    private final String title;
    private final String unit;
    private final String sizes;

    /**
     * A chart without curves.
     *
     * @param unit unit of the values
     */
    public SizeChart(String title, String unit) {
        this(title, unit, "bytes of a message");
    }

    /**
     * A chart of curves over another size than that of a message.
     *
     * @param sizes meaning of the size
     */
    public SizeChart(String title, String unit, String sizes) {
        this.title = title;
        this.unit = unit;
        this.sizes = sizes;
        System.setProperty("java.awt.headless", "true");
    }

    /**
     * Adds a point of a curve, with its band from the smallest to the largest value. Curves have
     * the order of their first points.
     */
    public void add(String curve, double bytes, double value, double smallest, double largest) {
        curves.computeIfAbsent(curve, YIntervalSeries::new)
                .add(log2(Math.max(bytes, ZERO)), log2(value), log2(smallest), log2(largest));
    }

    /** Writes the chart as SVG. */
    public void writeSvg(File file) throws IOException {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(emptySvg());
        context.setComment(null);
        context.setPrecision(1);
        SVGGraphics2D svg = new SVGGraphics2D(context, false);
        svg.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
        chart(series()).draw(svg, new Rectangle(WIDTH, HEIGHT));
        try (Writer out = Files.newBufferedWriter(file.toPath())) {
            svg.stream(out, true);
        }
    }

    private static Document emptySvg() throws IOException {
        try {
            return DocumentBuilderFactory.newNSInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVGGraphics2D.SVG_NAMESPACE_URI, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IOException("this JDK has no XML parser", e);
        }
    }

    /** Writes the chart as PNG. */
    public void writePng(File file) throws IOException {
        ChartUtils.saveChartAsPNG(file, chart(series()), WIDTH, HEIGHT);
    }

    /** The curves, in binary logarithms. */
    YIntervalSeriesCollection series() {
        YIntervalSeriesCollection all = new YIntervalSeriesCollection();
        curves.values().forEach(all::addSeries);
        return all;
    }

    private static double log2(double number) {
        return Math.log(number) / Math.log(2);
    }

    private JFreeChart chart(YIntervalSeriesCollection data) {
        NumberAxis bytes = axis(sizes, 2, new PowerFormat(true));
        NumberAxis values = axis(unit, 1, new PowerFormat(false));
        XYPlot plot = new XYPlot(data, bytes, values, renderer(data.getSeriesCount()));
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        JFreeChart chart = new JFreeChart(title, JFreeChart.DEFAULT_TITLE_FONT, plot, true);
        chart.setBackgroundPaint(Color.WHITE);
        LegendTitle legend = chart.getLegend();
        legend.setPosition(RectangleEdge.BOTTOM);
        return chart;
    }

    /** An axis with ticks at powers of two; the library's logarithmic axes draw labels as lines. */
    private static NumberAxis axis(String label, int step, NumberFormat format) {
        NumberAxis axis = new NumberAxis(label);
        axis.setAutoRangeIncludesZero(false);
        axis.setTickUnit(new NumberTickUnit(step));
        axis.setNumberFormatOverride(format);
        return axis;
    }

    private static DeviationRenderer renderer(int curves) {
        DeviationRenderer renderer = new DeviationRenderer(true, true);
        renderer.setAlpha(BAND);
        for (int i = 0; i < curves; i++) {
            Color colour = COLOURS.get(i % COLOURS.size());
            renderer.setSeriesPaint(i, colour);
            renderer.setSeriesFillPaint(i, colour);
            renderer.setSeriesStroke(
                    i, new BasicStroke(LINE_WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        }
        return renderer;
    }

    /** Prints 2^x for x: 0.125, 8, 65536 or, as a size, 0, 8, 64K. */
    static final class PowerFormat extends NumberFormat {
        private static final long serialVersionUID = 1;
        private static final int KIBI_BITS = 10;
        private static final double KIBI = 1 << KIBI_BITS;
        private static final DecimalFormat FRACTION =
                new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT));

        private final boolean sizes;

        PowerFormat(boolean sizes) {
            this.sizes = sizes;
        }

        @Override
        public StringBuffer format(double power, StringBuffer out, FieldPosition at) {
            double number = Math.pow(2, power);
            if (!sizes) {
                return out.append(FRACTION.format(number));
            }
            if (number >= KIBI * KIBI) {
                return out.append(FRACTION.format(number / KIBI / KIBI)).append('M');
            }
            return number >= KIBI
                    ? out.append(FRACTION.format(number / KIBI)).append('K')
                    : out.append(number < 1 ? "0" : FRACTION.format(number));
        }

        @Override
        public StringBuffer format(long power, StringBuffer out, FieldPosition at) {
            return format((double) power, out, at);
        }

        @Override
        public Number parse(String text, ParsePosition at) {
            throw new UnsupportedOperationException("labels are only printed");
        }
    }
}
