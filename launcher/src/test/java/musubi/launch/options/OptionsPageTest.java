package musubi.launch.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code docs/mpiexec.md} has every option of mpiexec under each of its names. */
class OptionsPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "")).resolve("../docs/mpiexec.md");

    @Test
    void shouldListEveryNameOfEveryOption() throws IOException {
        String page = Files.readString(PAGE);
        List<String> missing =
                Stream.of(Option.values())
                        .flatMap(option -> Stream.of(option.dashedNames()))
                        .filter(name -> !lists(page, name))
                        .toList();
        assertEquals(List.of(), missing, "not in docs/mpiexec.md");
    }

    /** Whether the page has the name in code, with one dash or two. */
    private static boolean lists(String page, String name) {
        return Pattern.compile("`-?" + Pattern.quote(name) + "[`= \\[]").matcher(page).find();
    }
}
