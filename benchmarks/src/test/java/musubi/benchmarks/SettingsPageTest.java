package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.selection.CollectiveSettings;
import musubi.config.Setting;
import musubi.config.SettingSource;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code docs/settings.md} has exactly the settings of the modules. */
class SettingsPageTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("basedir", "")).resolve("..");
    private static final Path PAGE = REPOSITORY.resolve("docs/settings.md");
    private static final Pattern COMMENTED =
            Pattern.compile(
                    "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:public )?static final Setting \\w+"
                            + "\\s*=\\s*new Setting\\(\\s*\"([^\"]+)\"",
                    Pattern.DOTALL);
    private static final String ENVIRONMENT = "Environment only";
    private static final String HEAD =
            """
            # Settings

            A setting is the system property `musubi.name` or the environment variable
            `MUSUBI_NAME` with underscores for dots; the property wins. mpiexec passes both on to
            all ranks: `-Dmusubi.name=value` before the program's name, or `-x MUSUBI_NAME=value`.
            Numbers are integers and not negative. A dash as default: there is none, or the text
            describes it. A name that resembles a setting but is unknown causes a warning with the
            nearest setting at the start of the job.

            The build compares this page with the constants in the code and their comments
            (`SettingsPageTest`).
            """;

    @Test
    void shouldDescribeEachSettingWithItsDefault() throws IOException {
        String expected = page();
        if (!expected.equals(Files.readString(PAGE))) {
            fail("docs/settings.md has to be:\n\n" + expected);
        }
    }

    @Test
    void shouldListEachConstant() throws IllegalAccessException {
        TreeSet<String> constants = new TreeSet<>();
        TreeSet<String> listed = new TreeSet<>();
        addConstants(Setting.class, constants);
        for (SettingSource source : ServiceLoader.load(SettingSource.class)) {
            addConstants(source.getClass(), constants);
            source.settings().forEach(setting -> listed.add(setting.name()));
        }
        listed.removeIf(name -> name.startsWith("coll.") && !constants.contains(name));
        assertEquals(constants, listed);
    }

    private static void addConstants(Class<?> holder, TreeSet<String> names)
            throws IllegalAccessException {
        for (Field field : holder.getDeclaredFields()) {
            if (field.getType() == Setting.class) {
                field.setAccessible(true);
                names.add(((Setting) field.get(null)).name());
            }
        }
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        Map<String, String> sentences = sentences();
        for (SettingSource source : sources()) {
            page.append("\n## ").append(title(source)).append("\n\n");
            page.append("| name | type | default | |\n|---|---|---|---|\n");
            boolean isEnvironment = title(source).equals(ENVIRONMENT);
            for (Setting setting : source.settings()) {
                String name = isEnvironment ? setting.variable() : setting.name();
                page.append(row(name, setting, sentences.get(setting.name()))).append('\n');
            }
        }
        return page.toString();
    }

    private static List<SettingSource> sources() {
        return ServiceLoader.load(SettingSource.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(SettingsPageTest::place))
                .toList();
    }

    /** The core first, environment variables last, the others by title. */
    private static String place(SettingSource source) {
        return switch (title(source)) {
            case "Core" -> "";
            case ENVIRONMENT -> "~";
            default -> title(source);
        };
    }

    private static String title(SettingSource source) {
        return switch (source.getClass().getSimpleName()) {
            case "CoreSettings" -> "Core";
            case "CollectiveSettings" -> "Collectives";
            case "GridSettings" -> "Sites";
            case "ShmSettings" -> "Shared memory";
            case "TcpSettings" -> "TCP";
            case "VerbsSettings" -> "Emulated verbs";
            case "LaunchVariables" -> ENVIRONMENT;
            default -> throw new AssertionError("no title for the settings of " + source);
        };
    }

    /** The description of each setting: the comment of its constant. */
    private static Map<String, String> sentences() throws IOException {
        Map<String, String> sentences = new HashMap<>();
        for (CollectiveKind kind : CollectiveKind.values()) {
            String names =
                    Catalogue.all(kind).stream()
                            .map(SettingsPageTest::marked)
                            .collect(Collectors.joining(", "));
            sentences.put(CollectiveSettings.nameOf(kind), "Algorithm: " + names + ".");
        }
        try (Stream<Path> files = Files.find(REPOSITORY, 20, (path, _) -> isSource(path))) {
            for (Path file : files.toList()) {
                Matcher commented = COMMENTED.matcher(Files.readString(file));
                while (commented.find()) {
                    sentences.put(commented.group(2), markdown(commented.group(1)));
                }
            }
        }
        return sentences;
    }

    private static boolean isSource(Path path) {
        return path.toString()
                .matches(".*/src/main/java/.*(Setting|Settings|LaunchVariables)\\.java");
    }

    private static String markdown(String comment) {
        return comment.replaceAll("\\s*\n\\s*\\*\\s*", " ")
                .replaceAll("\\{@code ([^}]*)}", "`$1`")
                .replaceAll("\\{@literal ([^}]*)}", "$1")
                .strip();
    }

    /** Algorithms with segments have a star. */
    private static String marked(Algorithm algorithm) {
        return "`" + algorithm.name() + "`" + (algorithm.supportsSegments() ? "*" : "");
    }

    private static String row(String name, Setting setting, String sentence) {
        String value = setting.defaultValue() == null ? "-" : setting.defaultValue();
        return "| `"
                + name
                + "` | "
                + setting.type().name().toLowerCase(Locale.ROOT)
                + " | "
                + value
                + " | "
                + Objects.requireNonNull(sentence, name)
                + " |";
    }
}
