package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import musubi.config.Setting;
import musubi.config.SettingSource;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** {@code docs/settings.md} has exactly the settings of the modules. */
class SettingsPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "")).resolve("../docs/settings.md");
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

            The build compares this page with the constants in the code (`SettingsPageTest`).
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

    private static String page() {
        StringBuilder page = new StringBuilder(HEAD);
        for (SettingSource source : sources()) {
            page.append("\n## ").append(source.title()).append("\n\n");
            page.append("| name | type | default | |\n|---|---|---|---|\n");
            boolean isEnvironment = source.title().equals(ENVIRONMENT);
            for (Setting setting : source.settings()) {
                String name = isEnvironment ? setting.variable() : setting.name();
                page.append(row(name, setting)).append('\n');
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
        return switch (source.title()) {
            case "Core" -> "";
            case ENVIRONMENT -> "~";
            default -> source.title();
        };
    }

    private static String row(String name, Setting setting) {
        String value = setting.defaultValue() == null ? "-" : setting.defaultValue();
        return "| `"
                + name
                + "` | "
                + setting.type().name().toLowerCase(Locale.ROOT)
                + " | "
                + value
                + " | "
                + setting.sentence()
                + " |";
    }
}
