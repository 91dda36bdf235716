package musubi.simulator.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The prose of reports: sections of the resources {@code study-report.md} and {@code
 * grid-report.md}, each below a comment with its name, whose {@code {placeholders}} are filled with
 * values.
 */
public final class ReportText {
    private static final List<String> RESOURCES = List.of("study-report.md", "grid-report.md");
    private static final Pattern NAME = Pattern.compile("<!-- (.+) -->\n");
    private static final Map<String, String> SECTIONS = read();

    private final String section;
    private String text;

    private ReportText(String section, String text) {
        this.section = section;
        this.text = text;
    }

    private static Map<String, String> read() {
        Map<String, String> sections = new HashMap<>();
        RESOURCES.forEach(name -> read(name, sections));
        return Map.copyOf(sections);
    }

    private static void read(String name, Map<String, String> sections) {
        try (InputStream in = ReportText.class.getResourceAsStream(name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String section : text.split("(?=<!-- )")) {
                var head = NAME.matcher(section);
                if (head.lookingAt()) {
                    sections.put(head.group(1), section.substring(head.end()).strip());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A section. */
    public static ReportText of(String section) {
        String text = SECTIONS.get(section);
        if (text == null) {
            throw new IllegalArgumentException("no such section: section=" + section);
        }
        return new ReportText(section, text);
    }

    /**
     * Fills a placeholder. A {@code Double} is printed with three digits, a {@code Boolean} as yes
     * or no.
     */
    ReportText with(String name, Object value) {
        String placeholder = "{" + name + "}";
        if (!text.contains(placeholder)) {
            throw new IllegalArgumentException(
                    "no such placeholder: section=" + section + " placeholder=" + placeholder);
        }
        text = text.replace(placeholder, print(value));
        return this;
    }

    @Override
    public String toString() {
        return text;
    }

    /** The section as a paragraph, in lines of the page's width. */
    public List<String> paragraph() {
        return MarkdownTable.wrap(text);
    }

    /** Yes or no. */
    static String yes(boolean isSo) {
        return isSo ? "yes" : "no";
    }

    private static String print(Object value) {
        return switch (value) {
            case Double number -> MarkdownTable.number(number);
            case Boolean isSo -> yes(isSo);
            default -> value.toString();
        };
    }
}
