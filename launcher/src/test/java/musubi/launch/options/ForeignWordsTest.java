package musubi.launch.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ForeignWordsTest {
    @TempDir private Path directory;

    private static ForeignWords.Translated translate(String line) {
        return ForeignWords.translate(List.of(line.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    -n4 A                                | -n 4 A
                    -np4 A                               | -np 4 A
                    --np16 -ppn2 A -n4                   | --np 16 -ppn 2 A -n4
                    -perhost 2 A                         | -ppn 2 A
                    -perhost=2 A                         | -ppn 2 A
                    --set-env X=1 A                      | -x X=1 A
                    --display-comm A                     | -explain A
                    --mca btl tcp,self A                 | --transport tcp A
                    --mca btl self,sm A                  | --transport shm A
                    --gmca btl vader,tcp,self A          | --transport shm,tcp A
                    --mca btl ^vader A                   | --transport tcp A
                    --mca btl ^openib A                  | A
                    --mca btl self A                     | A
                    --prtemca hwloc_default_binding_policy core A | -bind-to core A
                    --mca coll_tuned_bcast_algorithm 6 A | --coll bcast=binomial A
                    --mca orte_base_help_aggregate 0 A   | A
                    --mca btl_tcp_if_include eth0 A      | -iface eth0 A
                    --mca rmaps_base_oversubscribe 1 A   | -oversubscribe A
                    -Dx=-n4 -cp -n4 A                    | -Dx=-n4 -cp -n4 A
                    -n 2 A --xterm 1                     | -n 2 A --xterm 1
                    --noprefix --get-stack-traces A      | A
                    """)
    void shouldReplaceTheWordsOfOtherLaunchersWhenTheyMeanSomething(String line, String expected) {
        ForeignWords.Translated translated = translate(line);
        assertEquals(expected, String.join(" ", translated.words()));
        assertEquals(List.of(), translated.warnings());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --prefix /opt A      | --prefix has no effect: Musubi is started by
                    --prefix=/opt A      | --prefix=/opt has no effect
                    --mca pml ob1 A      | --mca pml ob1 has no effect: transports are chosen by
                    --mca foo bar A      | --mca foo bar has no effect: Musubi has no such parameter
                    --mca btl foo,self A | no transport stands for 'foo'
                    --mca coll_tuned_bcast_algorithm 99 A | --coll bcast=NAME chooses the algorithm
                    """)
    void shouldWarnOnceWhenAWordHasNoEffect(String line, String warning) {
        ForeignWords.Translated translated = translate(line);
        assertEquals(List.of("A"), translated.words());
        assertEquals(1, translated.warnings().size());
        String first = translated.warnings().getFirst();
        assertTrue(first.contains(warning), first);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--xterm 1 A",
                "-s A",
                "--preload-files f A",
                "--max-restarts 2 A",
                "-disable-auto-cleanup A",
                "--set-cwd-to-session-dir A"
            })
    void shouldRefuseWhenAWordWouldChangeTheProgram(String line) {
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> translate(line));
        assertEquals(ExitCode.USAGE, failure.exitCode());
        String name = line.substring(0, line.indexOf(' '));
        assertTrue(failure.getMessage().contains("'" + name + "' is not supported; "));
    }

    @Test
    void shouldReadFilesOfParametersInBothForms() throws IOException {
        Path pairs = Files.writeString(directory.resolve("a"), "# mine\nbtl = tcp,self\n\nfoo=1\n");
        Path options = Files.writeString(directory.resolve("b"), "-x A=1\n-mca btl sm,self -x B\n");
        ForeignWords.Translated translated = translate("-am " + pairs + " -tune " + options + " P");
        assertEquals(
                "--transport tcp -x A=1 --transport shm -x B P",
                String.join(" ", translated.words()));
        assertEquals(1, translated.warnings().size());
        assertEquals("-x A=1 P", words("--tune=" + options).substring(0, 6) + " P");
    }

    private static String words(String line) {
        return String.join(" ", translate(line + " P").words());
    }

    @Test
    void shouldReadParametersAmongVariables() {
        ForeignWords.Translated translated =
                ForeignWords.ofVariables(
                        Map.of(
                                "OMPI_MCA_btl",
                                "tcp,self",
                                "PRTE_MCA_foo",
                                "1",
                                "HYDRA_BINDING",
                                "core",
                                "HYDRA_HOST_FILE",
                                "f",
                                "OMPI_COMM_WORLD_RANK",
                                "1",
                                "MPIEXEC_TIMEOUT",
                                "3",
                                "MPIEXEC_PORT_RANGE",
                                "1:2"));
        assertTrue(translated.words().containsAll(List.of("--transport", "tcp", "-bind-to")));
        assertEquals(4, translated.words().size());
        assertEquals(
                List.of(
                        "MPIEXEC_PORT_RANGE has no effect: the ports of ranks are chosen by the"
                                + " system",
                        "PRTE_MCA_foo has no effect: Musubi has no such parameter"),
                translated.warnings());
    }
}
