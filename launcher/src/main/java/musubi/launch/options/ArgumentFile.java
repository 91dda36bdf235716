package musubi.launch.options;

import musubi.launch.failure.LaunchFailure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of command-line arguments in the syntax of java's argument files: arguments are separated
 * by whitespace, quotes preserve whitespace, {@code #} starts a comment, and a backslash escapes
 * within quotes only.
 */
public final class ArgumentFile {
    private static final String ESCAPES = "ntrf";
    private static final String ESCAPED = "\n\t\r\f";

    private final String text;
    private final List<String> words = new ArrayList<>();
    private int at;

    private ArgumentFile(String text) {
        this.text = text;
    }

    /**
     * All arguments of a file.
     *
     * @param use the purpose of the file, for the message "cannot read ..."
     * @throws LaunchFailure if it cannot be read
     */
    public static List<String> words(Path file, String use) {
        return split(read(file, use));
    }

    /**
     * A line.
     *
     * @param number from 1; that of its first part if it is continued
     */
    public record Line(int number, List<String> words) {}

    /**
     * The arguments of each nonempty line; a backslash at its end continues a line.
     *
     * @param use the purpose of the file, for the message "cannot read ..."
     * @throws LaunchFailure if it cannot be read
     */
    public static List<List<String>> lines(Path file, String use) {
        return numberedLines(file, use).stream().map(Line::words).toList();
    }

    /** As {@link #lines}, with the numbers of the lines. */
    public static List<Line> numberedLines(Path file, String use) {
        List<Line> lines = new ArrayList<>();
        String[] parts = read(file, use).split("\n");
        for (int i = 0; i < parts.length; i++) {
            int number = i + 1;
            String line = parts[i];
            while (line.endsWith("\\") && i + 1 < parts.length) {
                line = line.substring(0, line.length() - 1) + " " + parts[++i];
            }
            List<String> words = split(line);
            if (!words.isEmpty()) {
                lines.add(new Line(number, words));
            }
        }
        return lines;
    }

    private static String read(Path file, String use) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n");
        } catch (IOException e) {
            throw LaunchFailure.usage("cannot read " + use).with("file", file).with("cause", e);
        }
    }

    /** The arguments in a text. */
    public static List<String> split(String text) {
        ArgumentFile file = new ArgumentFile(text);
        while (file.skipBlanks()) {
            file.words.add(file.word());
        }
        return file.words;
    }

    /** Moves to the next argument; false at the end. */
    private boolean skipBlanks() {
        while (at < text.length()) {
            if (text.charAt(at) == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else {
                return true;
            }
        }
        return false;
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            char c = text.charAt(at++);
            if (c == '"' || c == '\'') {
                quoted(c, word);
            } else {
                word.append(c);
            }
        }
        return word.toString();
    }

    private void quoted(char quote, StringBuilder word) {
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                char escaped = text.charAt(at++);
                int index = ESCAPES.indexOf(escaped);
                word.append(index < 0 ? escaped : ESCAPED.charAt(index));
            } else {
                word.append(c);
            }
        }
        at++;
    }
}
