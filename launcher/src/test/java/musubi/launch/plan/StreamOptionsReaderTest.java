package musubi.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.output.StreamOptions;
import musubi.launch.output.StreamOptions.Form;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class StreamOptionsReaderTest {
    private static final String HERE = Path.of("").toAbsolutePath() + "/";

    private static StreamOptions read(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of("-n", "4", "Main"));
        return new CommandLineParser(Map.of(), _ -> {}).read(words).settings().streams();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    -l                    | RANK
                    -prepend-rank         | RANK
                    -tag-output           | JOB_AND_RANK
                    --output tag          | JOB_AND_RANK
                    --output TAG          | JOB_AND_RANK
                    --output tag-fullname | JOB_NAME
                    --output tag-detailed | HOST_AND_PROCESS
                    --output xml          | XML
                    -xml                  | XML
                    --output json         | JSON
                    -prepend-pattern %r:  | PATTERN
                    --output raw          | PLAIN
                    """)
    void shouldChooseTheFormOfLinesWhenAnOptionNamesIt(String line, Form form) {
        assertEquals(form, read(line).form());
    }

    @Test
    void shouldCombineWordsWhenOutputHasSeveral() {
        StreamOptions streams = read("--output timestamp,tag,merge,dir=out:nocopy,nojobid");
        assertTrue(streams.timestamps() && streams.merged());
        assertFalse(streams.copied());
        assertEquals(Form.JOB_AND_RANK, streams.form());
        assertEquals(HERE + "out/rank.%R/stdout", streams.outFile());
        assertEquals(HERE + "out/rank.%R/stderr", streams.errFile());
        assertTrue(read("-merge-stderr-to-stdout").merged());
        assertTrue(read("-timestamp-output").timestamps());
    }

    @Test
    void shouldNameFilesWhenOptionsOfEitherLauncherDo() {
        StreamOptions tree = read("--output-filename a%b");
        assertEquals(HERE + "a%%b/1/rank.%R/stdout", tree.outFile());
        assertTrue(tree.copied());
        StreamOptions flat = read("-output-filename /x:nojobid,nocopy");
        assertEquals("/x/rank.%R/stderr", flat.errFile());
        assertFalse(flat.copied());
        assertEquals("/y.%R.out", read("--output file=/y").outFile());
        assertEquals("/y-%h-%r.err", read("--output file=/y-%h-%r:pattern").errFile());
        StreamOptions hydra = read("-outfile-pattern /o-%r");
        assertEquals("/o-%r", hydra.outFile());
        assertNull(hydra.errFile());
        assertFalse(hydra.copied());
        assertEquals("/e", read("-errfile-pattern /e").errFile());
    }

    @Test
    void shouldChooseTheReaderWhenInputIsGiven() {
        assertEquals(0, read("-l").inputRank());
        assertEquals(3, read("-stdin 3").inputRank());
        assertEquals(StreamOptions.ALL_RANKS, read("--stdin all").inputRank());
        assertEquals(StreamOptions.NO_RANK, read("--stdin none").inputRank());
        assertTrue(read("-print-all-exitcodes").exitCodes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--output tags",
                "--output dir=",
                "--output dir=a:nocopies",
                "--output dir=a,file=b",
                "--output dir=a,dir=b",
                "--output-filename a -outfile-pattern b",
                "-errfile-pattern b --output file=a",
                "--output tag,xml",
                "-l -tag-output",
                "-prepend-pattern %x",
                "-prepend-pattern 5%",
                "-outfile-pattern %q",
                "--stdin 4",
                "--stdin -1",
                "--stdin some",
                "--stdin 1 --pvas",
                "--stdin all --host a,b"
            })
    void shouldRefuseWhenTheWordsAreWrong(String line) {
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> read(line));
        assertEquals(ExitCode.USAGE, failure.exitCode(), failure::getMessage);
    }
}
