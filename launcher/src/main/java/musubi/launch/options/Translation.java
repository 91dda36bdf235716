package musubi.launch.options;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What mpiexec makes of an option or a parameter of another launcher.
 *
 * @param names the names, without dashes
 * @param detail of an option the number of its values; of a parameter the values that match
 * @param verdict what happens
 * @param text the words that replace it, or a reason
 */
public record Translation(List<String> names, String detail, Verdict verdict, String text) {
    private static final String VALUE = "{}";

    /** What happens to the word. */
    public enum Verdict {
        /** Options of mpiexec take its place. */
        REPLACED,
        /** It requests what is always so. */
        IMPLIED,
        /** A warning says that it has no effect. */
        IGNORED,
        /** An error ends mpiexec. */
        REFUSED
    }

    /** The translations in a file of this package. */
    static List<Translation> read(String file) {
        List<Translation> all = new ArrayList<>();
        try (InputStream in = Translation.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.lines()
                    .filter(line -> !line.isBlank() && line.charAt(0) != '#')
                    .forEach(line -> all.add(of(line)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static Translation of(String line) {
        String[] columns = line.split(" \\| ", 4);
        return new Translation(
                List.of(columns[0].strip().split(" ")),
                columns[1].strip(),
                Verdict.valueOf(columns[2].strip().toUpperCase(Locale.ROOT)),
                columns[3].strip());
    }

    /** The translation of an option, given with its dashes; null if there is none. */
    public static Translation ofOption(String word) {
        String name = word.substring(word.startsWith("--") ? 2 : 1);
        return read("foreign-options.txt").stream()
                .filter(each -> each.names.contains(name))
                .findFirst()
                .orElse(null);
    }

    /** The number of values of an option. */
    public int valueCount() {
        return Integer.parseInt(detail);
    }

    /** Whether a parameter with this value is meant. */
    boolean matches(String name, String value) {
        return names.contains(name)
                && (detail.equals("*") || List.of(detail.split(" ")).contains(value));
    }

    /** The options of mpiexec that take its place. */
    List<String> words(String value) {
        List<String> words = new ArrayList<>();
        for (String word : text.split(" ")) {
            words.add(word.replace(VALUE, value));
        }
        return words;
    }
}
