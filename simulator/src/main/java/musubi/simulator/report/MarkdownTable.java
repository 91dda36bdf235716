package musubi.simulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown. */
public final class MarkdownTable {
    private static final int WIDTH = 140;

    private final List<String> lines = new ArrayList<>();

    /** A table without rows. */
    public MarkdownTable(String... heads) {
        row((Object[]) heads);
        lines.add("|---".repeat(heads.length) + "|");
    }

    /** Adds a row; {@code Double}s are printed with three digits. */
    public MarkdownTable row(Object... cells) {
        StringBuilder line = new StringBuilder("|");
        for (Object cell : cells) {
            line.append(' ').append(cell instanceof Double d ? number(d) : cell).append(" |");
        }
        lines.add(line.toString());
        return this;
    }

    /** The table, a line for each row. */
    public List<String> lines() {
        return lines;
    }

    /** A number with three significant digits, without an exponent. */
    static String number(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return String.valueOf(value);
        }
        int digits = Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    /** Wraps a paragraph at the page's width. */
    static List<String> wrap(String text) {
        List<String> wrapped = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + word.length() >= WIDTH) {
                wrapped.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        wrapped.add(line.toString());
        return wrapped;
    }

    /** A size in the largest unit that leaves it whole. */
    public static String size(long bytes) {
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + " MiB";
        }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : bytes + " B";
    }
}
