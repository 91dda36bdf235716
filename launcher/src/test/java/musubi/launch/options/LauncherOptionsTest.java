package musubi.launch.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.launch.hosts.LocalHost;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of Open MPI and Hydra in {@code launchers.txt}: mpiexec has a word for each, and
 * {@code docs/mpiexec-options.md} says what it does.
 */
class LauncherOptionsTest {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "")).resolve("../docs/mpiexec-options.md");
    private static final boolean WRITES = "write".equals(System.getProperty("musubi.pages"));

    /** The help of mpirun disagrees with Open MPI 5.0 or with mpiexec, or the value is optional. */
    private static final Set<String> OTHER_VALUES =
            Set.of("debug", "h", "help", "output-proctable", "soft");

    private static final Pattern NAME = Pattern.compile("(?:^|[ |/])--?([a-zA-Z][-a-zA-Z0-9]*)");

    private static final String HEAD =
            """
            # Options of other launchers

            All options of Open MPI 4.1 and 5.0 and of Hydra 4 (MPICH), and what mpiexec does with
            them. Each takes one dash or two; [mpiexec.md](mpiexec.md) describes the options of
            mpiexec itself.
            """;

    private static final String FOOT =
            """

            `LauncherOptionsTest` writes this page with `-Dmusubi.pages=write`, and compares its
            list of options with the help of the launchers where they are installed.

            ## MCA parameters and variables

            Given as `--mca NAME VALUE` (`--gmca`, `--omca`, `--prtemca`, `--pmixmca`,
            `--gpmixmca`), in a file of `--tune` or `--am`, or as a variable `OMPI_MCA_NAME`,
            `PRTE_MCA_NAME` or `PMIX_MCA_NAME`; variables of Hydra as they are. `btl` chooses
            transports: `tcp` is `tcp`, `sm` and `vader` are `shm`, `openib`, `ofi` and `uct` are
            `verbs`, and `^` excludes. Parameters that are not listed have no effect, and mpiexec
            warns of each.

            | Name | Value | Here |
            |---|---|---|
            """;

    /** The number of values of each option, by launcher and name. */
    private static Map<String, Map<String, Integer>> launchers() throws IOException {
        Map<String, Map<String, Integer>> launchers = new LinkedHashMap<>();
        Map<String, Integer> last = new TreeMap<>();
        for (String line : text("launchers.txt").lines().skip(1).toList()) {
            int bar = line.indexOf(" | ");
            if (bar >= 0) {
                int values = Integer.parseInt(line.substring(bar + 3));
                for (String name : line.substring(0, bar).split(" ")) {
                    last.put(name, values);
                }
            } else if (!line.isBlank()) {
                last = new TreeMap<>();
                launchers.put(line, last);
            }
        }
        assertEquals(3, launchers.size());
        return launchers;
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = LauncherOptionsTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldTakeTheValuesOfEveryOptionOfAnotherLauncher() throws IOException {
        List<String> wrong = new ArrayList<>();
        launchers()
                .forEach(
                        (launcher, options) ->
                                options.forEach(
                                        (name, values) -> {
                                            int own = valueCount(name);
                                            if (own != values && !OTHER_VALUES.contains(name)) {
                                                wrong.add(launcher + " " + name + ": " + own);
                                            }
                                        }));
        assertEquals(List.of(), wrong);
    }

    /** The number of values that mpiexec reads; -1 for an option that it does not know. */
    private static int valueCount(String name) {
        Option option = Option.named("-" + name);
        if (option != null) {
            return option.valueCount();
        }
        Translation translation = Translation.ofOption("-" + name);
        return translation == null ? -1 : translation.valueCount();
    }

    @Test
    void shouldHaveAWordForEveryOptionOnThePage() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("\n| Option | Of | Here |\n|---|---|---|\n");
        Map<String, Map<String, Integer>> launchers = launchers();
        Set<String> names = new TreeSet<>();
        launchers.values().forEach(options -> names.addAll(options.keySet()));
        for (String name : names) {
            List<String> having =
                    launchers.keySet().stream()
                            .filter(each -> launchers.get(each).containsKey(name))
                            .toList();
            page.append(
                    "| `-%s` | %s | %s |\n"
                            .formatted(name, String.join(", ", having), verdict(name)));
        }
        page.append(FOOT);
        for (Translation each : Translation.read("parameters.txt")) {
            String parameters = "`" + String.join("`, `", each.names()) + "`";
            String values = each.detail().equals("*") ? "any" : each.detail().replace(" ", ", ");
            page.append("| %s | %s | %s |\n".formatted(parameters, values, verdict(each)));
        }
        check(page.toString());
    }

    private static void check(String text) throws IOException {
        if (WRITES) {
            Files.writeString(PAGE, text);
        }
        assertEquals(
                text,
                Files.readString(PAGE),
                "not up to date: write it with -Dtest=LauncherOptionsTest -Dmusubi.pages=write");
    }

    private static String verdict(String name) {
        Option option = Option.named("-" + name);
        if (option == null) {
            Translation translation = Translation.ofOption("-" + name);
            assertNotNull(translation, name);
            return verdict(translation);
        }
        ResourceBundle texts = ResourceBundle.getBundle("musubi.launch.mpiexec");
        String text = texts.getString(option.dashedNames()[0].substring(1));
        String plain = text.replace("%%", "%").replace("|", "\\|").replace("<", "\\<");
        return (text.startsWith("Accepted without effect") ? "" : "works: ") + plain;
    }

    private static String verdict(Translation each) {
        return switch (each.verdict()) {
            case REPLACED -> "replaced by `" + each.text().replace("{}", "VALUE") + "`";
            case IMPLIED -> "accepted: " + each.text();
            case IGNORED -> "warning, no effect: " + each.text();
            case REFUSED -> "refused: " + each.text();
        };
    }

    @Test
    void shouldListEveryOptionWhenTheHelpOfOpenMpiHasIt() throws Exception {
        checkAgainstHelp("Open MPI 4.1", "mpirun.openmpi", "--help", "all");
    }

    @Test
    void shouldListEveryOptionWhenTheHelpOfHydraHasIt() throws Exception {
        checkAgainstHelp("Hydra 4", "mpiexec.hydra", "-help");
    }

    private static void checkAgainstHelp(String launcher, String... command) throws Exception {
        assumeTrue(LocalHost.executable(command[0]) != null, command[0] + " is not installed");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        builder.redirectInput(new File("/dev/null"));
        Process process = builder.start();
        String help = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(process.waitFor() == 0, "no help of " + command[0] + ": " + help);
        Set<String> names = new TreeSet<>();
        help.lines()
                .filter(line -> line.matches(" {0,4}-.*"))
                .forEach(line -> addNames(line, names));
        assertTrue(names.size() > 40, help);
        names.removeAll(launchers().get(launcher).keySet());
        assertEquals(Set.of(), names, "not in launchers.txt");
    }

    /** Adds the names at the beginning of a line of help. */
    private static void addNames(String line, Set<String> names) {
        Matcher matcher = NAME.matcher(line.strip().split(" {2,}| <")[0].replace("/-", " -"));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
    }
}
